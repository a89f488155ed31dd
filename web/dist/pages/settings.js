import{a as j}from"../lib/2XBXZ7CF.js";import"../lib/PXNL4LCX.js";import"../lib/JKYG5X2E.js";import"../lib/TWESNXXJ.js";import{d as E,g as v,k as T,l as y}from"../lib/FR7YKVAV.js";import{b as L}from"../lib/5YVXPJNY.js";import{A as $,B as m,C as P,D as h,E as f,F as C,H as K,K as S,O as x,b as k,c as w,ca as b,k as e,m as p,ma as M,n as A,na as c,oa as O}from"../lib/MVOPJ4OA.js";var N=new Set(["Shift","Control","Alt","Meta","AltGraph","CapsLock","Dead"]);function W(t,s){w(()=>{if(!t)return;let o=i=>{N.has(i.key)||(i.preventDefault(),i.stopImmediatePropagation(),s(i.key==="Escape"?null:S(i)))};return document.addEventListener("keydown",o,!0),()=>document.removeEventListener("keydown",o,!0)},[t])}function B({row:t,fights:s}){let[o,i]=k(!1),n=C(t.id);W(o,a=>{i(!1),!(a===null||n.includes(a))&&(P.has(a)?b(`${m(a)} belongs to the browser.`,{tone:"bad"}):f(t.id,[...n,a]))});let r=a=>f(t.id,n.filter(d=>d!==a)),l=t.id in h.value;return e`<tr class=${s.length>0?"fights":""}><td>${t.label}</td><td><div class="row">
${n.map(a=>e`<span class="key"><kbd>${m(a)}</kbd><button type="button" class="key-drop" aria-label=${`Take ${m(a)} from ${t.label}`}
onClick=${()=>r(a)}>✕</button></span>`)}
<button type="button" class="button button--small" aria-pressed=${o} aria-label=${`Add a key for ${t.label}`}
onClick=${()=>i(!o)} onBlur=${()=>i(!1)}>${o?"press a key…":"+"}</button>
${l&&e`<button type="button" class="button button--small button--quiet" onClick=${()=>f(t.id,null)}>as at first</button>`}
</div>${s.map(({key:a,with:d})=>e`<small class="fight">! <kbd>${m(a)}</kbd> is also: ${d}</small>`)}</td></tr>`}function Q(t,s){return s.filter(({ids:o})=>o.includes(t)).map(({key:o,ids:i})=>({key:o,with:i.filter(n=>n!==t).map(n=>$.find(r=>r.id===n).label).join(", ")}))}function R(){let t=K(),s=[...new Set($.map(r=>r.page))],o=Object.keys(h.value).length>0,i=()=>Object.keys(h.value).forEach(r=>f(r,null)),n=e`${t.length>0&&e`<span class="chip fight">! ${t.length} keys are used twice</span>`}
${o&&e`<button type="button" class="button button--small" onClick=${i}>All as at first</button>`}`;return e`<${c} title="Keys" id="keys" tools=${n} class="keys-editor">
<p class="muted">Press + and then the key. Keys of the browser stay with the browser.</p>
<div class="keys-columns">${s.map(r=>e`<section><h3>${j[r]??"Everywhere"}</h3>
<table class="table"><thead class="sr"><tr><th>Action</th><th>Keys</th></tr></thead><tbody>${$.filter(l=>l.page===r).map(l=>e`<${B} key=${l.id} row=${l} fights=${Q(l.id,t)} />`)}</tbody></table></section>`)}</div>
<//>`}function D({name:t,hint:s,children:o}){return e`<div class="setting"><div><b>${t}</b>${s&&e`<small class="muted">${s}</small>`}</div><div class="setting-value">${o}</div></div>`}function u({pref:t,name:s,hint:o,options:i}){let n=p[t];return e`<${D} name=${s} hint=${o}><${O} label=${s} value=${n.value} options=${i} set=${r=>{n.value=r}} /><//>`}function g({pref:t,name:s,hint:o,min:i,max:n,step:r=1}){let l=p[t],a=d=>{let I=Number(d.currentTarget.value);d.currentTarget.validity.valid&&d.currentTarget.value!==""&&(l.value=I)};return e`<${D} name=${s} hint=${o}><input type="number" aria-label=${s} ...${{min:i,max:n,step:r}} value=${l.value} onInput=${a} /><//>`}function V(){return e`<${c} title="Look">
<${u} pref="theme" name="Theme" options=${[["auto","as the system"],["light","light"],["dark","dark"],["contrast","high contrast"]]} />
<${u} pref="palette" name="Colours of moves" hint="A glyph always stands with the colour."
options=${[["safe","safe for all eyes"],["classic","green and red"],["mono","grey"]]} />
<div class="setting"><div class="row">${Object.keys(v).map(t=>e`<span class=${`sample tint--${v[t].token}`}><${T} of=${t} /> ${v[t].word}</span>`)}</div></div>
<${u} pref="motion" name="Movement" hint="Pieces that glide, values that light up." options=${[["auto","as the system"],["off","none"]]} />
<//>`}function G(){return e`<${c} title="Values and moves" term="view">
<${u} pref="pov" name="Point of view" hint=${`A value that is good for White, with Black to move, reads ${x({number:64,text:"+0.64",win:.58},"second")}.`}
options=${[["white","White"],["mover","side to move"],["mine","my side"]]} />
${p.pov.value==="mine"&&e`<${u} pref="mine" name="My side" options=${[["first","White, first"],["second","Black, second"]]} />`}
<${u} pref="figurines" name="Names of pieces" hint=${`As in ${y("Nf3")}, ${y("Qxd5")}.`} options=${[[!1,"letters"],[!0,"figures"]]} />
<${g} pref="arrows" name="Arrows on the board" hint="So many of the best moves." min="0" max="9" />
<${g} pref="plies" name="Length of lines" hint="Plies before a line is cut." min="2" max="40" />
<${g} pref="notable" name="Worth a mark" hint="Pawns by which a value must move to be lit up." min="0" max="5" step="0.05" />
<//>`}function Y(){let t=E("/api/about");return e`<${c} title="This server" id="server"><${M} of=${t}>${s=>e`<dl class="facts">
<div><dt>Version</dt><dd>${s.version}</dd></div>
<div><dt>Projects are in</dt><dd><code>${s.projects??"–"}</code></dd></div>
<div><dt>Address</dt><dd><code>${location.host}</code></dd></div>
<div><dt>Changes</dt><dd>${s.read_only?"nothing can be changed here":"allowed"}</dd></div>
<div><dt>Processors</dt><dd>${s.processors}</dd></div>
</dl><p class="muted">Directory, address and engines are set where the server is started: <code>gametree serve --help</code>.</p>`}<//><//>`}async function _(){await L({title:"Everything as at first?",text:"Theme, point of view and the other choices of this page go back. Keys stay.",ok:"Reset"})&&(A(),b("Settings are as at first."))}function lt(){return e`<div class="settings wide">
<header class="row"><h1 class="grow">Settings</h1><button type="button" class="button" onClick=${_}>As at first</button></header>
<p class="muted">Kept in this browser only.</p>
<div class="settings-grid"><div><${V} /><${Y} /></div><div><${G} /></div></div>
<${R} />
</div>`}export{lt as Page};
