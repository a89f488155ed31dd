import{a as E}from"../lib/PXNL4LCX.js";import{a as D}from"../lib/JKYG5X2E.js";import{d as S,e as v,i as W,j as B}from"../lib/FR7YKVAV.js";import{V as L,Y as M,_ as N,b as h,ca as k,f as O,ja as T,k as t,ka as A,ma as P,na as y,p as x,s as H,y as j,z as R}from"../lib/MVOPJ4OA.js";var Q={"built in":"part of this program",found:"found on this computer",configuration:"from the configuration file","command line":"named on the command line"};function U({engines:e,tests:s,tested:n}){return t`<${y} title="Engines that can be used"><ul class="engine-list">
${e.map(r=>t`<${X} key=${r.id} engine=${r} test=${s[r.id]} tested=${n} />`)}</ul>
${e.length===1&&t`<p class="muted">Only the built-in engine is here. It needs nothing, and is much weaker than a strong UCI engine: see below how to add one.</p>`}<//>`}async function q(e){try{return{...await j(`/api/engines/${encodeURIComponent(e)}/test`),at:Date.now()}}catch(s){return{error:s,at:Date.now()}}}function X({engine:e,test:s,tested:n}){let[r,l]=h(!1);async function a(){l(!0),n(e.id,await q(e.id)),l(!1)}let o=e.games.length>3?`${e.games.slice(0,3).join(", ")} and ${e.games.length-3} more`:e.games.join(", ");return t`<li class="engine">
<div class="engine-head"><div><b>${e.name}</b>${e.id!==e.name&&t` <code>${e.id}</code>`}
<div class="muted">${Q[e.from]??e.from} · <span title=${e.games.join(", ")}>${o}</span></div></div>
<button type="button" class="button" disabled=${r} onClick=${a}>${r?"Testing…":s?"Test again":"Test"}</button></div>
<div role="status">${s?.error&&t`<${T} title=${`${e.name} does not work.`} error=${s.error} />`}
${s&&!s.error&&t`<${Z} result=${s} />`}</div>
</li>`}function Z({result:e}){let s=e.options??[];return t`<ul class="checks">${e.checks.map(n=>t`<li class=${n.ok?"check-good":"check-bad"}><span aria-hidden="true">${n.ok?"✓":"✗"}</span>
<span class="sr">${n.ok?"works: ":"does not: "}</span>${n.what}</li>`)}</ul>
${s.length>0&&t`<details class="engine-options"><summary>${s.length} options that pages may set</summary><div class="scroll-x" tabindex="0" role="group" aria-label="Options"><table class="table">
<caption class="sr">Options of ${e.name}</caption><thead><tr><th scope="col">Option</th><th scope="col">Usually</th><th scope="col">Allowed</th></tr></thead>
<tbody>${s.map(n=>t`<tr key=${n.name}><td>${n.name}</td><td>${n.value||"–"}</td><td class="muted">${ee(n)}</td></tr>`)}</tbody></table></div></details>`}`}function ee(e){return e.kind==="number"?e.range?`${e.range[0]} to ${e.range[1]}`:"a number":e.kind==="switch"?"on or off":e.choices.join(", ")}function G({topic:e,projects:s}){let n=e.data?.rows??[],r=n.filter(a=>/^searching/.test(a.state)).length,l=e.data&&t`<span class="muted">${n.length>0&&t`<b>${r}</b> of ${n.length} searching · `}${e.data.processors} processors</span>`;return t`<${y} title="At work" tools=${l}><${P} of=${e} rows=${3}>${a=>a.rows.length===0?t`<${A} title="No engine is at work."><p>Choose a project and press Run.</p><//>`:t`<${te} rows=${a.rows} projects=${s} />`}<//><//>`}function te({rows:e,projects:s}){let n=O(()=>Map.groupBy(e,a=>a.project),[e]),r=O(()=>[...n.keys()],[n]),l=D(r);return t`${l.chip}<div class="scroll-x" ...${l.bind}><table class="table workers"><caption class="sr">Workers by project</caption>
<thead><tr><th scope="col">Worker</th><th scope="col">Does</th><th scope="col" class="num">Answered</th><th scope="col" class="num">Failed</th><th scope="col" class="num">A question</th><th scope="col">Searching</th></tr></thead>
${l.order.filter(a=>n.has(a)).map(a=>t`<tbody key=${a}><tr class="workers-group"><th colspan="6" scope="colgroup"><a href=${x.queue(a)}>${a}</a>
<${se} card=${s.find(o=>o.id===a)} /></th></tr>
${n.get(a).map((o,i)=>t`<tr key=${i}><td class="workers-name">${o.name}</td><td class="workers-state"><span aria-hidden="true">${/^searching/.test(o.state)?"◐":"○"}</span> ${o.state}</td>
<td class="num"><${M} n=${o.answered} unit="answers" /></td><td class=${`num ${o.failed>0?"workers-bad":"muted"}`}>${o.failed>0?`! ${o.failed}`:"0"}</td>
<td class="num muted">${o.answered>0?N(o.busy/o.answered):"–"}</td>
<td><span class="meter" role="meter" aria-label="Part of the run that it was searching" aria-valuemin="0" aria-valuemax="100" aria-valuenow=${Math.round(o.utilisation*100)}><i style=${`width:${o.utilisation*100}%`}></i></span>
<span class="meter-text">${L(o.utilisation,0)}</span></td></tr>`)}</tbody>`)}
</table></div>`}function se({card:e}){if(!e||e.state!=="running")return e?.state==="pausing"?t`<span class="muted">◐ pausing</span>`:null;let s=async()=>{await E(e)&&v("/api/projects")};return t`<button type="button" class="button button--small" aria-label=${`Pause ${e.id}`} onClick=${s}>❚❚ Pause</button>`}var ne=128;function J({engines:e,projects:s,processors:n,tests:r,tested:l,wanted:a,choose:o}){let i=s.filter(u=>["idle","running","pausing","closed"].includes(u.state)),c=i.find(u=>u.id===a)??i.find(u=>u.state==="running")??i[0];if(!c)return t`<${y} title="Let an engine work"><${A} title="There is no project yet."><p><a class="button" href="/">Start one</a></p><//><//>`;let b=e.filter(u=>c.game===""||u.games.includes(c.game));return t`<${y} title="Let an engine work"><div class="run-form">
<label class="field"><span>Project</span><select value=${c.id} onChange=${u=>o(u.currentTarget.value)}>
${i.map(u=>t`<option value=${u.id}>${u.id}</option>`)}</select></label>
<p><${B} of=${c.state} all=${W} /> · <a href=${x.queue(c.id)}>its queue</a></p>
${["running","pausing"].includes(c.state)?t`<${ae} project=${c} />`:t`<${oe} key=${c.id} ...${{project:c,engines:b,processors:n,tests:r,tested:l}} />`}
</div><//>`}function ae({project:e}){let s=async()=>{await E(e)&&v("/api/projects")};return e.state==="pausing"?t`<p class="muted">It is coming to an end: open questions are answered first.</p>`:t`<p>It is running. Pause it to choose another engine or number of workers.</p>
<button type="button" class="button" onClick=${s}>❚❚ Pause</button>`}function oe({project:e,engines:s,processors:n,tests:r,tested:l}){let[a,o]=h(s[0]?.id??"builtin"),[i,c]=h(n??1),[b,u]=h(ne),[f,w]=h({}),[d,$]=h({busy:!1,error:null}),p=s.find(m=>m.id===a)??s[0];if(!p)return t`<p class="muted">No engine here can analyse ${e.game}.</p>`;let I=(r[p.id]?.options??p.options).filter(m=>m.name!=="Hash"),C=Number(f.Threads??I.find(m=>m.name==="Threads")?.value??1);async function Y(m){m.preventDefault(),$({busy:!0,error:null});let z=Object.fromEntries(I.filter(g=>f[g.name]!==void 0&&f[g.name]!==g.value).map(g=>[g.name,f[g.name]]));try{let g=p.id==="builtin"?{}:{hash:b,options:z};await j(R(e.id,"run"),{state:"running",engine:p.id,count:i,...g});for(let K of["/api/projects","/api/workers",R(e.id)])v(K);k(`${p.name} works for ${e.id}.`,{tone:"good",seconds:4}),$({busy:!1,error:null})}catch(g){$({busy:!1,error:g})}}return t`<form onSubmit=${Y} class="run-form">
<label class="field"><span>Engine</span><select value=${p.id} onChange=${m=>{o(m.currentTarget.value),w({})}}>
${s.map(m=>t`<option value=${m.id}>${m.name}${m.id!==m.name?` (${m.id})`:""}</option>`)}</select></label>
<div class="run-pair">
<${_} label="Workers" value=${i} min=${1} max=${256} set=${c} hint="How many work at once" />
${p.id!=="builtin"&&t`<${_} label="Hash, MiB each" value=${b} min=${1} max=${1048576} set=${u} hint=${`${i*b} MiB together`} />`}
</div>
${n!==null&&i*C>n&&t`<p class="run-warn" role="status">! ${i} workers × ${C} ${C===1?"thread":"threads"} want ${i*C} processors, and there are ${n}: they will wait for each other.</p>`}
${p.id!=="builtin"&&t`<${re} ...${{engine:p,options:I,values:f,setValues:w,tested:l,error:r[p.id]?.error}} />`}
${d.error&&t`<${T} error=${d.error} />`}
<button class="button button--primary" disabled=${d.busy}>${d.busy?"Starting…":`▶ Run ${e.id}`}</button>
</form>`}function re({engine:e,options:s,values:n,setValues:r,tested:l,error:a}){let[o,i]=h(!1),c=async()=>{i(!0),l(e.id,await q(e.id)),i(!1)};if(s.length===0)return t`<p class="row"><button type="button" class="button button--small" disabled=${o} onClick=${c}>${o?"Asking…":"Show its options"}</button>
<small class="muted">The engine is started for a moment.</small></p>${a&&t`<${T} title="It does not tell its options." error=${a} />`}`;let b=d=>$=>r(p=>({...p,[d]:$})),u=s.filter(d=>d.name==="Threads"),f=s.filter(d=>d.name!=="Threads"),w=d=>d.map($=>t`<${ie} key=${$.name} option=${$} value=${n[$.name]??$.value} set=${b($.name)} />`);return t`${w(u)}${f.length>0&&t`<details class="run-options"><summary>${f.length} more options${f.some(d=>n[d.name]!==void 0&&n[d.name]!==d.value)?" (changed)":""}</summary><div class="run-option-list">${w(f)}</div></details>`}`}function ie({option:e,value:s,set:n}){let{name:r,kind:l,range:a,choices:o}=e;return l==="switch"?t`<label class="check"><input type="checkbox" checked=${s==="true"} onChange=${i=>n(String(i.currentTarget.checked))} /> ${r}</label>`:l==="choice"?t`<label class="field"><span>${r}</span><select value=${s} onChange=${i=>n(i.currentTarget.value)}>${o.map(i=>t`<option value=${i}>${i}</option>`)}</select></label>`:t`<label class="field"><span>${r}</span><input type="number" min=${a?.[0]} max=${a?.[1]} value=${s} required onInput=${i=>n(i.currentTarget.value)} />
${a&&t`<small class="muted">${a[0]} to ${a[1]}; usually ${e.value}</small>`}</label>`}function _({label:e,value:s,min:n,max:r,set:l,hint:a}){return t`<label class="field"><span>${e}</span><input type="number" min=${n} max=${r} step="1" value=${s} required
onInput=${o=>o.currentTarget.value!==""&&l(Number(o.currentTarget.value))} /><small class="muted">${a}</small></label>`}var le="gametree serve --engine /path/to/engine",ce=`[engine.deep]
command = "/path/to/engine --with arguments"

[engine.deep.options]
Threads = 4
`,ue=`[engine.server]
command = "ssh my-server /path/to/engine"
`;function V(){return t`<${y} title="Add an engine"><div class="how">
<p>An engine is a program, and pages never name programs: otherwise a page could run anything here. So it is named on the computer itself, in one of two ways.</p>
<div><h3>For this time</h3><p>Start the server with its command; repeat <code>--engine</code> for several.</p><${F} text=${le} /></div>
<div><h3>For good</h3><p>Write it into the configuration file <code>~/.config/gametree/config.toml</code> (or the file that <code>GAMETREE_CONFIG</code> names). It is read again by itself. Texts and files, such as tables of endgames, are set here, too.</p><${F} text=${ce} /></div>
<div><h3>On another computer</h3><p>Any command that speaks UCI will do, so ssh does: with a key, without a password. Nothing is stored here.</p><${F} text=${ue} /></div>
<p class="muted">Engines in the usual places, such as <code>stockfish</code> on the path, are found without any of this.</p>
</div><//>`}function F({text:e}){async function s(){try{await navigator.clipboard.writeText(e),k("Copied.",{seconds:2})}catch{k("This browser does not let pages copy: select the text instead.",{tone:"bad"})}}return t`<div class="copy"><pre tabindex="0">${e}</pre><button type="button" class="button button--small" onClick=${s}>Copy</button></div>`}function _e({route:e}){let s=S("/api/engines"),n=S("/api/workers"),r=S("/api/projects"),[l,a]=h({}),o=(c,b)=>{a(u=>({...u,[c]:b})),v("/api/engines")},i=n.data?.processors??null;return t`<div class="engines">
<h1 class="sr">Engines</h1>
<div class="engines-main">
<${G} topic=${n} projects=${r.data?.projects??[]} />
<${P} of=${s} rows=${4}>${c=>t`<${U} engines=${c.engines} tests=${l} tested=${o} />`}<//>
<${V} />
</div>
<div class="engines-side">
${s.data&&r.data&&t`<${J} engines=${s.data.engines} projects=${r.data.projects} processors=${i} tests=${l} tested=${o}
wanted=${e.query.project} choose=${c=>H({project:c})} />`}
</div>
</div>`}export{_e as Page};
