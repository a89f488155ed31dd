import{a as tt,b as et}from"../lib/F6HLG6GP.js";import{a as C}from"../lib/X3RMSV2Q.js";import{a as J}from"../lib/PXNL4LCX.js";import{a as X,b as $,c as Z,d as S}from"../lib/X4TOQCUV.js";import{a as U}from"../lib/JKYG5X2E.js";import{a as W}from"../lib/TWESNXXJ.js";import{d as k,e as P,i as I,j as O,l as x}from"../lib/FR7YKVAV.js";import"../lib/5YVXPJNY.js";import{G as L,I as j,M as B,O as N,S as D,V as F,W as H,Y as q,b as m,ba as G,c as R,ca as Q,da as z,e as h,f as E,ja as V,k as n,ka as _,ma as Y,p,r as b,x as A,y as v,z as K}from"../lib/MVOPJ4OA.js";var st={chess:"Paste a FEN, a PGN or moves (e4 e5 Nf3), and press Enter",other:"Moves or a position; leave it empty for the first position"};function lt(t){let e=t.trim();return e?/^[1-8pnbrqkPNBRQK]+(\/[1-8pnbrqkPNBRQK]+){7}\s+[wb]\b/.test(e)?"a FEN":/^\s*\[\w+\s+"/m.test(e)?"a PGN":/^(startpos|start)$/i.test(e)?"the first position":"moves":""}function ut(t){return["chess",...(t?.project_games??[]).filter(s=>s!=="chess").sort()]}function ot(t,e){let s=t.filter(o=>o.games.includes(e));return s.find(o=>o.from==="built in")??s[0]}function ct(){let[t,e]=m([]);return R(()=>{A("/api/engines").then(s=>e(s.engines??s),()=>e([]))},[]),t}function nt({box:t}){let e=ct(),s=k("/api/about"),[o,i]=m("chess"),[l,c]=m(""),[u,d]=m(null),[f,y]=m(!1);async function g(r){r?.preventDefault();let it=r?.currentTarget?.elements;y(!0),d(null);try{let w=await v("/api/projects",mt({game:o,text:l,engines:e,extra:it}));b(p.analyse(w.id,w.root))}catch(w){d(w),y(!1),t.current?.focus()}}let a=r=>{r.key!=="Enter"||r.shiftKey||r.isComposing||(r.preventDefault(),r.currentTarget.form.requestSubmit())},M=o==="chess"?lt(l):"",T=s.data?.read_only;return n`<form class="start card" onSubmit=${g}>
<div class="start-head"><h2><span class="door-glyph" aria-hidden="true">⌕</span> Analyse</h2>
<label class="start-game"><span class="sr">Game</span><select name="game" value=${o} onChange=${r=>i(r.currentTarget.value)}>
${ut(s.data).map(r=>n`<option value=${r}>${r}</option>`)}</select></label></div>
<textarea ref=${t} name="position" rows=${Math.min(8,Math.max(2,l.split(`
`).length))} value=${l} spellcheck=${!1} disabled=${T}
aria-label="Position or game to analyse" placeholder=${st[o]??st.other} onKeyDown=${a}
onInput=${r=>c(r.currentTarget.value)}></textarea>
<div class="row">
<button class="button button--primary" disabled=${f||T}>${f?"Starting…":l.trim()?"Analyse this":"Analyse the first position"}</button>
<small class="muted grow" role="status">${T?"This server only shows: nothing can be started.":M?`Looks like ${M}. Enter starts it.`:"A project is made and the engine starts at once."}</small>
</div>
${u&&n`<${V} error=${u} />`}
<${pt} engines=${e.filter(r=>r.games.includes(o))} game=${o} />
</form>`}function pt({engines:t,game:e}){let s=ot(t,e);return n`<details class="start-more"><summary>Name and engine</summary><div class="start-fields">
<label>Name <input type="text" name="name" placeholder="given for you" autocomplete="off" maxlength="60" /></label>
<label>Engine <select name="engine" key=${e+t.length}>${t.map(o=>n`<option value=${o.id}
selected=${o===s}>${o.name}</option>`)}</select></label>
<label>How many <input type="number" name="count" min="1" max="256" placeholder="all" /></label>
<label class="check"><input type="checkbox" name="run" checked /> run at once</label>
</div></details>`}function mt({game:t,text:e,engines:s,extra:o}){let i=o?.engine?.value||ot(s,t)?.id,l=Number(o?.count?.value)||void 0,c=o?.name?.value.trim()||void 0;return{game:t,position:e.trim()||"startpos",engine:i,count:l,name:c,run:o?.run?.checked??!0}}function $t(t){let{news:e}=t;return(e?(e.best_was?4:0)+(e.value_was?2:0)+(e.positions>0?1:0):0)*1e12+t.changed_at}function ft(t){return t.game==="chess"&&/ b /.test(t.position)?"second":"first"}var ht={interest:$t,name:t=>t.id,value:t=>t.value?.number??null,positions:t=>t.positions,state:t=>t.state,changed:t=>t.changed_at};function at({cards:t,start:e}){let[s,o]=m(""),i=h(null),l=h(null),c=E(()=>t.filter(a=>bt(a,s)),[t,s]),u=X(c,ht,{by:"interest",down:!0}),d=E(()=>u.rows.map(a=>a.id),[u.rows]),f=U(d),y=new Map(c.map(a=>[a.id,a])),g=()=>i.current?.querySelector("[data-row]:has(:focus)")?.dataset.row;return j("home",{filter:()=>l.current?.focus(),up:()=>S(i.current,-1),down:()=>S(i.current,1),open:()=>g()&&b(p.analyse(g()))}),t.length===0?n`<${jt} start=${e} />`:n`<section class="panel projects" aria-label="Projects">
<header class="panel-head"><h2>Projects</h2><span class="muted">${t.length}</span>${f.chip}
<div class="panel-tools"><input type="search" ref=${l} placeholder=${`Filter (${L("home.filter")})`} aria-label="Filter the projects"
value=${s} onInput=${a=>o(a.currentTarget.value)} onKeyDown=${a=>dt(a,o,i.current)} />
<button type="button" class="button" onClick=${e}>+ New</button></div></header>
<table class="table" ref=${i} ...${f.bind}>
<thead><tr>
<${$} sort=${u} by="name">Project<//>
<${$} sort=${u} by="value" num hint="What follows from everything known about the first position">Value<//>
<${Z} hint="The first player's chance over time" class="wide-only">Lately<//>
<${$} sort=${u} by="positions" num>Positions<//>
<${$} sort=${u} by="state">State<//>
<${$} sort=${u} by="changed" class="wide-only">Changed<//>
<${$} sort=${u} by="interest" hint="What is new comes first">Since your last look<//>
<th><span class="sr">Actions</span></th>
</tr></thead>
<tbody>${f.order.map(a=>y.get(a)).filter(Boolean).map(a=>n`<${yt} key=${a.id} card=${a} />`)}</tbody>
</table>
${c.length===0&&n`<${_} title="No project is called that."><button type="button" class="button" onClick=${()=>o("")}>Show all</button><//>`}
</section>`}function bt(t,e){let s=`${t.id} ${t.game} ${t.opening??""} ${t.state}`.toLowerCase();return e.toLowerCase().split(/\s+/).every(o=>s.includes(o))}function dt(t,e,s){t.key==="Escape"&&e(""),(t.key==="ArrowDown"||t.key==="Enter")&&(t.preventDefault(),S(s,"first"))}function yt({card:t}){let e=ft(t),s=o=>!o.target.closest("a, button, [popover]")&&!getSelection().toString()&&b(p.analyse(t.id));return n`<tr data-row=${t.id} class="project" onClick=${s}>
<td class="project-name"><a href=${p.analyse(t.id)}>${t.id}</a><small class="muted" title=${t.position}>${t.opening??(t.game==="chess"?"":t.game)}</small></td>
<td class="num project-value"><${D} worth=${t.value} turn=${e} /> ${t.best&&n`<small class="muted">${x(t.best)}</small>`}</td>
<td class="wide-only"><${tt} values=${t.spark} middle=${.5} label=${et(t.spark,F)} /></td>
<td class="num project-size"><${q} n=${t.positions} unit="positions" /></td>
<td class="project-state"><${O} of=${t.state} all=${I} />${t.trouble&&n`<small class="project-trouble">${t.trouble}</small>`}</td>
<td class="wide-only"><${G} at=${t.changed_at} /></td>
<td class="project-news"><${gt} card=${t} turn=${e} /></td>
<td class="num project-actions"><${wt} card=${t} /></td>
</tr>`}function gt({card:t,turn:e}){let{news:s}=t;if(!s)return n`<span class="muted" title="Mark what you know as seen on the page Stats; news begin there">nothing marked as seen</span>`;let o=s.value_was&&B(N({text:s.value_was},e)),i=[s.best_was&&n`<b>best move ${x(s.best_was)} → ${x(t.best??"–")}</b>`,o&&n`<span>${o} → ${N(t.value,e)}</span>`,s.positions>0&&n`<span class="muted">+${H(s.positions)} positions</span>`].filter(Boolean);return i.length>0?n`<span class="news">${i}</span>`:n`<span class="muted">–</span>`}function wt({card:t}){let e=`menu-${encodeURIComponent(t.id)}`,s=["idle","running","closed"].includes(t.state),o=i=>{let l=i.currentTarget.getBoundingClientRect(),c=document.getElementById(e);c.style.left=`${Math.max(8,l.right-180)}px`,c.style.top=`${Math.min(l.bottom+2,innerHeight-190)}px`};return n`${s&&n`<button type="button" class="button button--icon" onClick=${()=>vt(t)}
aria-label=${`${t.state==="running"?"Pause":"Run"} ${t.id}`} title=${t.state==="running"?"Pause":"Run"}>${t.state==="running"?"❚❚":"▶"}</button>`}
<button type="button" class="button button--icon" popovertarget=${e} onClick=${o} aria-label=${`More for ${t.id}`}>⋯</button>
<div id=${e} popover class="menu project-menu">
<a href=${p.analyse(t.id)}>Analyse</a><a href=${p.map(t.id)}>Map</a><a href=${p.queue(t.id)}>Queue</a><a href=${p.stats(t.id)}>Stats</a>
${t.state==="idle"&&n`<button type="button" onClick=${()=>kt(t)}>Close the file</button>`}
</div>`}async function vt(t){await J(t)&&P("/api/projects")}async function kt(t){try{await v(K(t.id,"close")),P("/api/projects"),Q(`${t.id} is closed; other programs can use its file now.`)}catch(e){z(e)}}function jt({start:t}){return n`<section class="panel"><${_} title="No project yet.">
<p>Paste a FEN or a PGN into the box above, or look around first.</p>
<p class="row"><button type="button" class="button button--primary" onClick=${t}>Start one</button>
<button type="button" class="button" onClick=${C}>Take the five-minute tour</button></p><//></section>`}function rt({href:t,glyph:e,title:s,text:o}){return n`<a class="door" href=${t}><span class="door-glyph" aria-hidden="true">${e}</span>
<span><b>${s}</b><span>${o}</span></span></a>`}function Zt(){let t=k("/api/projects"),e=h(null),s=()=>e.current?.focus();return j("home",{new:s}),W([{label:"Take the tour",hint:"five minutes",run:C}]),n`<div class="home wide">
<h1 class="sr">gametree</h1>
<section class="doors" aria-label="Where to">
<${nt} box=${e} />
<${rt} href="/learn" glyph="△" title="Learn" text="Step through minimax, alpha-beta, Rivest and more, on trees you can edit." />
<${rt} href="/lab" glyph="⇌" title="Lab" text="Matches between searches and engines, with tests that know when to stop." />
</section>
<${Y} of=${t} rows=${4}>${o=>n`<${at} cards=${o.projects} start=${s} />`}<//>
</div>`}export{Zt as Page};
