import{a as $}from"../lib/2XBXZ7CF.js";import{a as x}from"../lib/X3RMSV2Q.js";import"../lib/PXNL4LCX.js";import"../lib/JKYG5X2E.js";import"../lib/TWESNXXJ.js";import"../lib/FR7YKVAV.js";import"../lib/5YVXPJNY.js";import{A as g,B as d,F as v,G as w,I as k,b as m,c as u,e as y,f as b,ga as c,ha as f,ja as T,k as t,ka as E,la as S}from"../lib/MVOPJ4OA.js";var K={analysis:"Analysis",search:"Searches",match:"Matches",learning:"Learning"};function j({route:e}){let[s,n]=m(e.query.q??""),r=y(null);u(()=>{f()},[]),k("help",{search:()=>r.current?.focus()});let i=e.hash||e.term;return u(()=>{c.value&&i&&document.getElementById(i)?.scrollIntoView({block:"center"})},[c.value,i]),t`<div class="help wide">
<header class="row"><h1 class="grow">Help</h1>
<input type="search" ref=${r} value=${s} onInput=${l=>n(l.currentTarget.value)} aria-label="Search the help"
placeholder=${`Search (${w("help.search")})`} />
<button type="button" class="button" onClick=${x}>Tour</button>
<a class="button" href="/api/openapi.json" target="_blank">For scripts</a></header>
${c.value?t`<${M} search=${s} wanted=${i} />`:t`<${S} rows=${8} />`}
</div>`}function M({search:e,wanted:s}){let{terms:n,error:r}=c.value,i=b(()=>I(e),[e]),l=n.filter(a=>i(`${a.title} ${a.text}`)),h=g.filter(a=>i(`${a.label} ${$[a.page]??"Everywhere"}`));return r?t`<${T} error=${r} retry=${f} />`:l.length+h.length===0?t`<${E} title="Nothing is said about that."><p>Try another word.</p><//>`:t`<div class="help-columns">
<nav class="help-index" aria-label="Terms"><div>${C(l).map(([a,p])=>t`<b>${K[a]??a}</b><ul>
${p.map(o=>t`<li><a href=${`#${o.id}`} aria-current=${o.id===s?"true":void 0}>${o.title}</a></li>`)}</ul>`)}
${h.length>0&&t`<ul><li><a href="#keys">Keys</a></li></ul>`}</div></nav>
<div class="help-text">
${C(l).map(([a,p])=>t`<section class="help-topic" key=${a}><h2>${K[a]??a}</h2>
${p.map(o=>t`<${A} key=${o.id} term=${o} chosen=${o.id===s} />`)}</section>`)}
${h.length>0&&t`<${P} rows=${h} />`}
</div></div>`}function A({term:e,chosen:s}){return t`<section id=${e.id} class=${s?"help-term chosen":"help-term"}>
<h3><a href=${`#${e.id}`} title="The address of this paragraph">${e.title}</a></h3><p>${e.text}</p></section>`}function C(e){let s=new Map;for(let n of e)s.set(n.topic,[...s.get(n.topic)??[],n]);return[...s]}function I(e){let s=e.toLowerCase().split(/\s+/).filter(Boolean);return n=>s.every(r=>n.toLowerCase().includes(r))}function P({rows:e}){let s=[...new Set(e.map(n=>n.page))];return t`<section id="keys"><h2>Keys</h2><p class="muted">They rest while you type, while a dialog is open, and while the board has its own cursor.${" "}
<a href="/settings#keys">Change them</a></p>
<div class="help-keys">${s.map(n=>t`<section class="card"><h3>${$[n]??"Everywhere"}</h3><dl>
${e.filter(r=>r.page===n).map(r=>t`<div><dt>${H(v(r.id))}</dt><dd>${r.label}</dd></div>`)}
</dl></section>`)}</div></section>`}function H(e){return e.length===0?t`<span class="muted">none</span>`:e.length>3?t`<kbd>${d(e[0])}</kbd>…<kbd>${d(e.at(-1))}</kbd>`:e.map(s=>t`<kbd>${d(s)}</kbd>`)}export{j as Page};
