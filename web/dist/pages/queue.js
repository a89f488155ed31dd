import{b as H,c as z,d as G,e as Q}from"../lib/MBXE34IV.js";import"../lib/X4TOQCUV.js";import"../lib/JKYG5X2E.js";import"../lib/QB2GR2CB.js";import{d as M,e as b,i as F,j as W}from"../lib/FR7YKVAV.js";import{b as D}from"../lib/5YVXPJNY.js";import{I as C,W as h,Y as L,_ as A,b as w,c as E,ca as T,da as N,e as x,g as O,ia as _,ja as I,k as l,ma as P,na as q,x as R,y as g,z as p}from"../lib/MVOPJ4OA.js";var U=[["dropout","Drop-out","Every move costs a ply, and so much more as it loses."],["rivest","Rivest 1987","Moves cost by how little the generalized mean depends on them."],["white","White’s repertoire","Narrow for White, broad for Black: one good answer to everything."],["black","Black’s repertoire","Narrow for Black, broad for White."]];function te(e){let{Dropout:o,Rivest:t,Repertoire:n}=e.cost?.preset??{};return{cost:t?"rivest":n?n.second?"black":"white":"dropout",per_ply:o?.per_ply??n?.own??30,theirs:n?.theirs??60,p:t?.p??20,nodes:e.nodes,window:e.window,alternatives:e.alternatives??0,most_positions:e.most_positions??0}}var oe={dropout:["per_ply"],rivest:["p"],white:["per_ply","theirs"],black:["per_ply","theirs"]};function J(e,o){let t={};for(let s of["nodes","window","alternatives","most_positions"])o[s]!==e[s]&&(t[s]=o[s]);let n=oe[o.cost];return o.cost===e.cost&&n.every(s=>o[s]===e[s])?t:{...t,cost:o.cost,...Object.fromEntries(n.map(s=>[s,o[s]]))}}function K({project:e}){let o=te(e.settings),[t,n]=w({}),[s,u]=w(null),[r,c]=w(!1),a={...o,...t},i=J(o,a),d=Object.keys(i).length>0;E(()=>{n({}),u(null)},[e.id]);let m=$=>f=>n(ee=>({...ee,[$]:f}));async function v($){$.preventDefault(),c(!0);try{await g(p(e.id,"settings"),i),b(p(e.id)),b(p(e.id,"queue")),n({}),u(null),T("The project grows by the new settings from now on.",{undo:()=>se(e.id,o,a)})}catch(f){u(f)}c(!1)}let k=!e.writable;return l`<form class="growth" onSubmit=${v}>
<fieldset disabled=${k}><legend class="sr">How it grows</legend>
<div class="field"><span><label for="growth-cost">A move’s cost</label><${_} id="cost" label="the cost of a move" /></span><select id="growth-cost" value=${a.cost} onChange=${$=>m("cost")($.currentTarget.value)}>
${U.filter(([$])=>e.game==="chess"||!["white","black"].includes($)||$===a.cost).map(([$,f])=>l`<option value=${$}>${f}</option>`)}</select>
<small class="muted">${U.find(([$])=>$===a.cost)[2]}</small></div>
${a.cost==="rivest"?l`<${B} label="p" term="p" value=${a.p} min=${1} max=${50} set=${m("p")} hint=${a.p<=8?"Small: broad, many moves are looked at.":a.p>=30?"Large: nearly only the best line is grown.":"Larger is narrower: closer to plain max and min."} />`:l`<${B} label=${a.cost==="dropout"?"κ: a loss that costs a ply":"κ of your side"} value=${a.per_ply} min=${5} max=${200} set=${m("per_ply")} unit=${e.game==="chess"?"centipawns":"points"} hint=${Y(a.per_ply,e.game)} />`}
${["white","black"].includes(a.cost)&&l`<${B} label="κ of the other side" value=${a.theirs} min=${5} max=${200} set=${m("theirs")} unit="centipawns" hint=${Y(a.theirs,e.game)} />`}
<div class="growth-pair">
<${S} label="Nodes a question" term="nodes" value=${a.nodes} min=${1} step="any" set=${m("nodes")} hint="At least; positions that matter get more." />
<${S} label="Window" term="window" value=${a.window} min=${1} max=${1e5} set=${m("window")} hint="Questions open at once. At least as many as workers." />
<${S} label="Alternatives" value=${a.alternatives} min=${0} max=${65535} set=${m("alternatives")} hint="Moves that engines may add to a position; 0 is no limit." />
<${S} label="Most positions" value=${a.most_positions} min=${0} step="any" set=${m("most_positions")} hint=${`0 is no limit. Now ${h(e.positions)}.`} />
</div></fieldset>
${s&&l`<${I} error=${s} />`}
${k?l`<p class="muted">This project can only be read here.</p>`:l`<div class="row growth-foot">
<button class="button button--primary" disabled=${!d||r}>${r?"Saving…":"Apply"}</button>
<button type="button" class="button" disabled=${!d||r} onClick=${()=>n({})}>Discard</button>
<span class="muted" role="status">${d?"Not applied yet.":""}</span></div>`}
</form>`}async function se(e,o,t){await g(p(e,"settings"),J(t,o)),b(p(e)),b(p(e,"queue"))}function Y(e,o){let t=s=>(1+s/e).toFixed(1),n=s=>o==="chess"?(s/100).toFixed(2):s;return`A quiet move that loses ${n(10)} costs ${t(10)} plies, ${n(50)} ${t(50)}, ${n(100)} ${t(100)}.`}function B({label:e,term:o,value:t,min:n,max:s,set:u,unit:r="",hint:c}){let a=i=>i.currentTarget.value!==""&&u(Number(i.currentTarget.value));return l`<div class="field"><span class="growth-label">${e}${o&&l`<${_} id=${o} label=${e} />`}</span>
<span class="growth-slide"><input type="range" aria-label=${e} min=${n} max=${s} step="1" value=${t} onInput=${a} />
<input type="number" aria-label=${`${e}, as a number`} min="1" max="100000" step="any" value=${t} onInput=${a} required /> ${r&&l`<small class="muted">${r}</small>`}</span>
<small class="muted">${c}</small></div>`}function S({label:e,term:o,value:t,min:n,max:s,step:u=1,set:r,hint:c}){let a=d=>d.currentTarget.value!==""&&r(Math.round(Number(d.currentTarget.value))),i=O();return l`<div class="field"><span><label for=${i}>${e}</label>${o&&l`<${_} id=${o} label=${e} />`}</span>
<input id=${i} type="number" min=${n} max=${s} step=${u} value=${t} onInput=${a} required aria-describedby=${`${i}-hint`} /><small id=${`${i}-hint`} class="muted">${c}</small></div>`}var V=200;function X(e){return e.replace(/\{[^}]*\}/g," ").split(/\r?\n/).map((t,n)=>({row:n+1,moves:ne(t)})).filter(t=>t.moves.length>0)}function ne(e){return e.replace(/;.*$/,"").replace(/^\s*\[.*\]\s*$/,"").split(/[\s,]+/).map(t=>t.replace(/^\d+\.+/,"").replace(/[!?]+$/,"")).filter(t=>t&&!/^(1-0|0-1|1\/2-1\/2|\*|\$\d+)$/.test(t))}var y=e=>e.replace(/[+#]+$/,"");function re(e,o){return e.wire===o||e.move===o||y(e.move)===y(o)||y(e.move).replace(/[x=-]/g,"")===y(o).replace(/[x=-]/g,"")}async function Z(e,o,t,{signal:n}={}){let s=new Map,u=d=>(s.has(d)||s.set(d,R(p(e,"node",d),{signal:n}).then(m=>m.legal)),s.get(d)),r=new Set,c=[],[a,i]=[0,0];for(let{row:d,moves:m}of t)a+=m.length,m.length>V?c.push({row:d,word:`${m.length} moves: at most ${V}`}):i+=await ae({root:o,words:m,row:d,legal:u,fresh:r,wrong:c});return{lines:t.length,moves:a,known:i,fresh:r.size,wrong:c}}async function ae({root:e,words:o,row:t,legal:n,fresh:s,wrong:u}){let r=e;for(let[c,a]of o.entries()){let i=(await n(r)).find(d=>re(d,a));if(!i)return u.push({row:t,word:a}),c;if(i.node===null||i.node===void 0){let d=`${r} ${i.wire}`;s.add(d);for(let m of o.slice(c+1))s.add(d+=` ${y(m)}`);return c}r=i.node}return o.length}var ie=500;function j({project:e,about:o}){let[t,n]=w(""),[s,u]=w(null),[r,c]=w(""),a=x(0),i=X(t);async function d(){a.current+=1;let $=a.current;c("Looking…");try{let f=await Z(e,o.root,i);$===a.current&&u({...f,text:t})}catch(f){N(f)}c("")}async function m(){if(s.fresh>ie&&!await ue(s,o))return;c("Adding…");let $=await ce(e,i,f=>c(`Adding ${f} of ${i.length}…`));c(""),u(null),n($)}let v=s?.text===t,k=`${o.best??""} …
one line of moves a row`.trim();return l`<${q} title="Add lines"><div class="add">
<label class="sr" for="add-lines">Lines of moves from the first position</label>
<textarea id="add-lines" rows="4" placeholder=${k} value=${t} spellcheck=${!1} disabled=${!o.writable||!!r}
onInput=${$=>n($.currentTarget.value)}></textarea>
<div class="row">
${v&&s.fresh>0&&s.wrong.length===0?l`<button type="button" class="button button--primary" disabled=${!!r} onClick=${m}>Add ${h(s.fresh)} ${s.fresh===1?"move":"moves"}</button>`:l`<button type="button" class="button button--primary" disabled=${!!r||i.length===0||!o.writable} onClick=${d}>What is new?</button>`}
<span class="muted" role="status">${r||(v?le(s):i.length>0?`${i.length} ${i.length===1?"line":"lines"}`:"From the first position, one line a row. Your moves are never removed.")}</span>
</div>
${v&&s.wrong.length>0&&l`<ul class="add-wrong">${s.wrong.slice(0,8).map($=>l`<li>Row ${$.row}: <b>${$.word}</b> is no legal move there.</li>`)}
${s.wrong.length>8&&l`<li>… and ${s.wrong.length-8} more.</li>`}</ul>`}
</div><//>`}function le({lines:e,moves:o,known:t,fresh:n,wrong:s}){if(s.length>0)return`${s.length} of ${e} lines cannot be read.`;let u=o-t-n,r=u>0?`, ${h(u)} twice`:"";return n===0?"All of it is in the graph already.":`${h(n)} new, ${h(t)} known${r}.`}function ue(e,o){let t=o.running?.per_hour??0,n=t>0?`At the present rate of ${h(t)} answers an hour that is at least ${A(e.fresh/t*3600)} of work.`:"Nothing runs now, so it cannot be said how long that takes.";return D({title:`Add ${h(e.fresh)} moves?`,text:`These are at most so many new moves: lines may meet. Every new position wants at least one question. ${n}
${h(e.known)} moves are known already and are skipped.`,ok:"Add them"})}async function ce(e,o,t){let n=[],s=[];for(let[r,{moves:c,row:a}]of o.entries()){r%20===0&&t(r);try{let i=await g(p(e,"node","root","actions"),{do:"line",moves:c});n.push(...i.undo)}catch(i){s.push({moves:c,row:a,error:i})}}for(let r of[[],["queue"],["stats"]])b(p(e,...r));let u=o.length-s.length;if(u>0){let r=n.length>0?()=>de(e,n):void 0;T(`${u} ${u===1?"line is":"lines are"} in the graph.`,{undo:r,hint:r?"Undo excludes what is new.":""})}return s.length>0&&N({message:`Row ${s[0].row}: ${s[0].error.message}`,hint:`${s.length} of ${o.length} lines were refused; they are still in the box.`}),s.map(r=>r.moves.join(" ")).join(`
`)}async function de(e,o){for(let t of o)await g(p(e,"node","root","actions"),t);b(p(e,"queue"))}function He({route:e}){let{project:o}=e,t=M(p(o)),n=M(p(o,"queue")),s=x(null);C("queue",{filter:()=>s.current?.focus()});let u=t.data?.writable??!1;return l`<div class="queue">
<h1 class="sr">Queue of ${o}</h1>
<${P} of=${n} rows=${6}>${r=>l`<${$e} queue=${r} about=${t.data} />
<div class="queue-columns">
<div class="queue-main">
<${H} project=${o} queue=${r} about=${t.data} />
<${z} project=${o} queue=${r} about=${t.data} search=${s} />
<${G} project=${o} rows=${r.parked} writable=${u} />
<${Q} project=${o} rows=${r.boosts} writable=${u} />
</div>
<div class="queue-side">
${t.data&&l`<${j} project=${o} about=${t.data} />
<${q} title="How it grows" term="cost"><${K} project=${t.data} /><//>`}
</div>
</div>`}<//>
</div>`}function $e({queue:e,about:o}){let t=o?.running,n=t&&t.answers>0?t.seconds*Math.max(1,t.workers)/t.answers:null;return l`<ul class="figures" aria-label="Figures">
<li><${W} of=${o?.state??"idle"} all=${F} />${o&&o.state!=="running"&&l`<small>nothing is asked while it rests</small>`}</li>
<li><b>${e.open.length}</b> of ${e.window} open</li>
<li><b><${L} n=${e.answered} unit="answers" /></b> answered</li>
<li><b>${e.parked.length}</b> put aside</li>
${t&&l`<li><b><${L} n=${Math.round(t.per_hour)} /></b> an hour</li>
<li><b>${t.busy}</b> of ${t.workers} workers busy</li>
${n!==null&&l`<li>about <b>${n<1?`${Math.max(1,Math.round(n*1e3))} ms`:A(n)}</b> an answer</li>`}`}
${t?.trouble&&l`<li class="figures-bad">! ${t.trouble}</li>`}
</ul>`}export{He as Page};
