import{k as c}from"./MVOPJ4OA.js";function g({values:t,width:r=96,height:n=22,low:s,high:a,middle:$,label:i}){if(!t||t.length<2)return c`<span class="spark muted" aria-label=${i??"no history yet"}>–</span>`;let[e,f]=k(t,s,a),l=o=>1+o/(t.length-1)*(r-4),p=o=>n-2-(o-e)/(f-e)*(n-4),y=t.map((o,x)=>`${x?"L":"M"}${l(x).toFixed(1)} ${p(o).toFixed(1)}`).join(""),m=t.length-1;return c`<svg class="spark" width=${r} height=${n} viewBox=${`0 0 ${r} ${n}`} role="img" aria-label=${i}>
${$!==void 0&&$>e&&$<f&&c`<path class="spark-middle" d=${`M0 ${p($)}H${r}`} />`}
<path class="spark-area" d=${`${y}V${n}H1Z`} />
<path class="spark-line" d=${y} />
<circle class="spark-end" cx=${l(m)} cy=${p(t[m])} r="2" />
</svg>`}function k(t,r,n){let s=r??Math.min(...t),a=n??Math.max(...t);return a-s>1e-9?[s,a]:[s-.5,a+.5]}function h(t,r){if(!t||t.length<2)return"no history yet";let[n,s]=[t[0],t.at(-1)],a=s>n?"rising":s<n?"falling":"steady";return a==="steady"?`steady at ${r(s)}`:`${a} from ${r(n)} to ${r(s)}`}export{g as a,h as b};
