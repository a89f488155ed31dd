import{a as S}from"./PXNL4LCX.js";import{c as T}from"./JKYG5X2E.js";import{c as P}from"./TWESNXXJ.js";import{c as g,d as p,i as y,j as w}from"./FR7YKVAV.js";import{G as u,T as k,U as j,W as f,X as $,Z as h,aa as x,b,ba as m,g as v,k as s,p as c,z as d}from"./MVOPJ4OA.js";var C=[["home","Projects"],["engines","Engines"],["learn","Learn"],["lab","Lab"]],E=[["analyse","Analyse"],["map","Map"],["queue","Queue"],["stats","Stats"]],O={...Object.fromEntries([...C,...E]),settings:"Settings",help:"Help",unknown:"Not found"};function D({route:n}){let t=p(n.project?d(n.project):null);return s`<header class="bar">
<a class="brand" href="/" aria-label="gametree: all projects"><img src="/icon.svg" alt="" width="22" height="22" /><b>gametree</b></a>
<nav class="tabs tabs--all" aria-label="Pages">${C.map(([e,a])=>s`<a href=${c[e]()}
aria-current=${n.page===e?"page":void 0}>${a}</a>`)}</nav>
${n.project&&s`<nav class="tabs tabs--project" aria-label=${`Pages of ${n.project}`}>
<${_} current=${n.project} page=${n.page} />
${E.map(([e,a])=>s`<a href=${c[e](n.project)} title=${R(e)}
aria-current=${n.page===e?"page":void 0}>${a}</a>`)}
</nav>`}
<div class="bar-tools">
${n.project&&s`<${A} project=${t.data} />`}
<${N} project=${n.project&&t.data} />
<${q} first=${t.data?.players?.[0]} />
<${L} />
<a class="button button--icon" href="/settings" aria-label="Settings" title="Settings">⚙</a>
<button type="button" class="button button--icon" aria-label="Keys and help" title=${`Keys of this page (${u("global.help")})`}
onClick=${()=>P(O[n.page])}>?</button>
</div>
</header>`}var R=n=>u(`global.${n}`);function _({current:n,page:t}){let[e,a]=b(!1),i=v(),o=p(e?"/api/projects":null),l=r=>["map","queue","stats"].includes(t)?c[t](r):c.analyse(r);return s`<span class="switcher"><button type="button" class="switcher-button" popovertarget=${i} title=${`Project ${n}: choose another`}>
<span class="switcher-name">${n}</span><span aria-hidden="true">▾</span></button>
<div id=${i} popover class="menu" onToggle=${r=>a(r.newState==="open")}>
${e&&(o.data?.projects??[]).map(r=>s`<a href=${l(r.id)} aria-current=${r.id===n?"true":void 0}>
<${w} of=${r.state} all=${y} short /><span>${r.id}</span></a>`)}
${e&&!o.data&&s`<span class="muted">One moment…</span>`}
<a href="/">All projects</a>
</div></span>`}function A({project:n}){let[t,e]=b(!1);if(!n)return s`<button type="button" class="button run" disabled>▶ Run</button>`;let a=n.state==="running",i=n.state==="pausing",o=n.writable&&!i&&!t;async function l(){e(!0),await S(n),e(!1)}let r=n.writable?`${a?"Pause":"Run"} (${u("global.run")})`:"This project can only be read";return s`<button type="button" class=${`button run ${a?"run--on":"button--primary"}`} disabled=${!o} title=${r}
onClick=${l}>${i?"◐ Pausing":a?"❚❚ Pause":"▶ Run"}</button>`}function N({project:n}){let e=p(n===null||n?null:"/api/workers").data?.rows??[],a=/^(idle|waiting|stopped|off)/i,[i,o]=n?[n.running?.busy??0,n.running?.workers??0]:[e.filter(r=>!a.test(r.state)).length,e.length],l=o===0?"no engine is at work":`${i} of ${o} engines are busy`;return s`<a class=${`lamp ${i>0?"lamp--on":""}`} href="/engines" title=${l} aria-label=${`${i}/${o} engines: ${l}`}>
<span class="lamp-dot" aria-hidden="true"></span>${i}/${o}</a>`}function q({first:n}){return s`<button type="button" class="chip chip--button pov" onClick=${j}
title=${`Values are shown from this point of view (${u("global.pov")})`}><span class="pov-word">Scores: </span>${k(void 0,n)} ▾</button>`}var B={live:["live","Connected: what you see is fresh"],connecting:["connecting","Connecting"],lost:["lost","The connection is lost; trying again"],polling:["slow","No live connection: asking every five seconds"],asleep:["resting","The tab is in the background: little is asked"]};function L(){let{state:n}=g.value,[t,e]=B[n];return s`<span class=${`connection connection--${n}`} title=${e} role="status"><span class="connection-dot" aria-hidden="true"></span
><span class="connection-word">${t}</span></span>`}function U(){let{state:n,at:t}=g.value;return n==="polling"?s`<p class="banner" role="status">No live connection – asking every five seconds.</p>`:n!=="lost"?null:s`<p class="banner banner--bad" role="status">Connection lost – ${t?`showing data of ${x(t)}`:"nothing to show yet"}. Trying again…</p>`}function X({route:n}){return T(15),s`<footer class="status">${n.project?s`<${M} id=${n.project} />`:s`<${H} />`}</footer>`}function M({id:n}){let{data:t,error:e}=p(d(n));if(e&&!t)return s`<span class="status-bad">! ${e.message}</span>`;if(!t)return s`<span>One moment…</span>`;let{running:a}=t;return s`
<span><${w} of=${t.state} all=${y} />${t.trouble&&s` <b class="status-bad">${t.trouble}</b>`}</span>
<span title=${`${f(t.positions)} positions`}><b>${$(t.positions)}</b> positions</span>
<span title="Answers of engines in an hour, by the last minute"><b>${$(a?Math.round(a.per_hour):0)}</b> answers/h</span>
${t.open_questions!==void 0&&s`<a href=${c.queue(n)}><b>${$(t.open_questions)}</b> open</a>`}
<span title=${`${f(t.bytes)} bytes on disk`}><b>${h(t.bytes)}</b></span>
<span>saved <${m} at=${a?.saved_at||t.changed_at} /></span>
${a?.finished&&s`<span>finished: nothing is left to ask</span>`}
${a?.trouble&&s`<span class="status-bad">! ${a.trouble}</span>`}
${t.next&&s`<span class="status-next" title=${t.next}>next: ${t.next}</span>`}`}function H(){let{data:n}=p("/api/projects"),t=n?.projects??[],e=t.filter(o=>o.state==="running").length,a=t.reduce((o,l)=>o+l.bytes,0),i=Math.max(0,...t.map(o=>o.changed_at));return s`<span><b>${t.length}</b> ${t.length===1?"project":"projects"}</span><span><b>${e}</b> running</span>
<span><b>${h(a)}</b> on disk</span>${i>0&&s`<span>last change <${m} at=${i} /></span>`}`}export{O as a,D as b,U as c,X as d};
