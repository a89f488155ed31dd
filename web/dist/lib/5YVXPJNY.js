import{b as d,c as h,e as y,i as v,k as o}from"./MVOPJ4OA.js";var m=v([]),g=0;function x(e,t={}){return new Promise(a=>{g+=1,m.value=[...m.value,{id:g,body:e,options:t,resolve:a}]})}async function K({title:e,text:t,ok:a="OK",cancel:n="Cancel",danger:l=!1}){return await k({title:e,text:t,ok:a,cancel:n,danger:l})!==null}async function A({title:e,text:t,label:a,value:n="",rows:l,hint:r,ok:s="OK",required:c=!1,send:i}){let p=await k({title:e,text:t,ok:s,send:i&&($=>i($.value)),fields:[{name:"value",label:a,value:n,rows:l,hint:r,type:l?"area":"text",required:c}]});return p&&p.value}function k({title:e,text:t,fields:a=[],ok:n="OK",cancel:l="Cancel",danger:r=!1,send:s}){return x(({close:i})=>o`<${C} ...${{text:t,fields:a,ok:n,cancel:l,danger:r,send:s,close:i}} />`,{title:e})}function C({text:e,fields:t,ok:a,cancel:n,danger:l,send:r,close:s}){let[c,i]=d(null),[u,b]=d(!1);async function p($){$.preventDefault();let f=O($.currentTarget,t);if(!r)return s(f);b(!0);try{s(await r(f)??f)}catch(w){i(w),b(!1)}}return o`<form onSubmit=${p} class="form">
${e&&o`<p class="dialog-text">${e}</p>`}
${t.map(($,f)=>o`<${S} key=${$.name} field=${$} first=${f===0} />`)}
${c&&o`<p class="trouble" role="alert"><b>${c.message}</b> ${c.hint}</p>`}
<div class="dialog-foot">
<button type="button" class="button" onClick=${()=>s(null)}>${n}</button>
<button class=${l?"button button--danger":"button button--primary"} disabled=${u}
autofocus=${t.length===0}>${u?"Working…":a}</button>
</div>
</form>`}function O(e,t){let a=n=>{let l=e.elements[n.name];return n.type==="check"?l.checked:n.type==="number"?l.value===""?null:Number(l.value):l.value};return Object.fromEntries(t.map(n=>[n.name,a(n)]))}function S({field:e,first:t}){let a=`field-${e.name}`,n=e.hint&&`${a}-hint`,l={id:a,name:e.name,required:e.required,autofocus:t,"aria-describedby":n};return e.type==="check"?o`<label class="check"><input ...${l} type="checkbox" checked=${e.value} /> ${e.label}</label>`:o`<div class="field">
${e.label&&o`<label for=${a}>${e.label}</label>`}
${q(e,l)}
${e.hint&&o`<small id=${n} class="muted">${e.hint}</small>`}
</div>`}function q(e,t){let{type:a,value:n,options:l=[],rows:r=4,min:s,max:c,step:i,placeholder:u}=e;return a==="area"?o`<textarea ...${t} rows=${r} placeholder=${u} spellcheck=${!1} defaultValue=${n}></textarea>`:a==="select"?o`<select ...${t}>${l.map(b=>{let[p,$]=Array.isArray(b)?b:[b,b];return o`<option value=${p} selected=${p===n}>${$}</option>`})}</select>`:o`<input ...${t} type=${a==="number"?"number":"text"} ...${{min:s,max:c,step:i,placeholder:u}}
defaultValue=${n} autocomplete="off" spellcheck=${!1} />`}function D({item:e}){let t=y(null),a=y(null);h(()=>{t.current.showModal(),t.current.querySelector("[autofocus]")?.focus()},[]);function n(u=null){a.current=u,t.current?.close()}function l(){m.value=m.value.filter(u=>u!==e),e.resolve(a.current)}let{title:r,wide:s,className:c=""}=e.options,i=u=>u.target===t.current&&n(null);return o`<dialog ref=${t} class=${`dialog ${s?"dialog--wide":""} ${c}`} onClose=${l}
onMouseDown=${i} aria-label=${r}>
<div class="dialog-in">
${r&&o`<div class="dialog-head"><h2>${r}</h2>
<button type="button" class="button button--icon" aria-label="Close" onClick=${()=>n(null)}>✕</button></div>`}
<${e.body} close=${n} />
</div>
</dialog>`}function F(){return m.value.map(e=>o`<${D} key=${e.id} item=${e} />`)}export{x as a,K as b,A as c,k as d,F as e};
