/**
 * The style sheet of the pages where customers pay: no script, no font or picture from elsewhere. Targets are
 * at least 44 px high.
 */
export const STYLE = `
:root { color-scheme: light dark; --ink: #101828; --soft: #475467; --line: #e3e7ec; --field: #8a94a3; --paper: #fff; --ground: #f7f8fa; --brand: #0b7a66; --on-brand: #fff; --link: #0b7a66; --good: #067647; --bad: #b42318; --warn: #93590a; --warn-ground: #fff6e0; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eaf0; --soft: #a9b4c0; --line: #2a323d; --field: #616d7d; --paper: #161b22; --ground: #0f1318; --brand: #3dd6b0; --on-brand: #06231c; --link: #3dd6b0; --good: #75e0a7; --bad: #fda29b; --warn: #fec84b; --warn-ground: #352406; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere; }
main { max-width: 29rem; margin: 0 auto; padding: 2rem 1rem 3rem; }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: 12px; padding: 1.5rem; box-shadow: 0 1px 3px rgb(16 24 40 / 8%); }
.top { display: flex; justify-content: space-between; align-items: center; gap: 1rem; margin-bottom: 1rem; font-size: .875rem; color: var(--soft); }
.mode { flex: none; border: 1px solid currentColor; border-radius: 99px; padding: .05rem .6rem; font-weight: 600; }
.test { color: var(--warn); background: var(--warn-ground); } .live { color: var(--good); }
h1 { font-size: 1rem; font-weight: 600; margin: 0; }
.amount { font-size: clamp(1.25rem, 7vw, 2.25rem); line-height: 1.25; font-weight: 650; letter-spacing: -.02em; margin: .1rem 0 1rem; font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: fit-content(45%) 1fr; gap: .5rem 1rem; margin: 0 0 1.25rem; padding: 1rem 0 0; border-top: 1px solid var(--line); font-size: .925rem; }
dl:last-child { margin-bottom: 0; }
h1 + dl { margin-top: 1rem; }
dt { color: var(--soft); } dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; }
.handoff { border: 1px solid var(--line); border-radius: 8px; padding: 1rem; margin-bottom: 1.25rem; text-align: center; font-size: .925rem; }
.handoff p { margin: 0; color: var(--soft); }
.handoff h2 { font-size: 1rem; margin: 0 0 .25rem; }
.handoff svg { display: block; width: 11rem; height: 11rem; margin: 0 auto .75rem; background: #fff; border-radius: 8px; }
button, .button { display: block; width: 100%; min-height: 2.75rem; border: 0; border-radius: 8px; font: inherit; font-weight: 600; cursor: pointer; text-align: center; text-decoration: none; padding: .5rem 1rem; overflow-wrap: anywhere; }
.pay { background: var(--brand); color: var(--on-brand); min-height: 3rem; font-variant-numeric: tabular-nums; }
.pay:hover { filter: brightness(1.08); }
.plain, .refuse, .method { background: none; border: 1px solid var(--field); color: inherit; }
.plain:hover, .method:hover, summary:hover { background: var(--ground); }
.refuse { color: var(--bad); }
.quiet { background: none; color: var(--soft); font-weight: 500; text-decoration: underline; text-underline-offset: .2em; text-decoration-color: var(--field); }
.quiet:hover { color: inherit; }
.leave { margin-top: 1.75rem; padding-top: .75rem; border-top: 1px solid var(--line); }
.card:has(> .leave:last-child) { padding-bottom: .75rem; }
.leave + .leave { margin-top: .75rem; }
form + form, * + .button { margin-top: .6rem; }
label, .label { display: block; font-size: .875rem; color: var(--soft); margin-bottom: .25rem; }
select, input { width: 100%; min-height: 2.75rem; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--field); border-radius: 8px; padding: .4rem .6rem; text-overflow: ellipsis; }
::placeholder { color: var(--soft); opacity: 1; }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; }
.state { font-size: 1.35rem; line-height: 1.3; font-weight: 650; margin: 0 0 .25rem; }
.state.good::before, .state.bad::before { display: grid; place-items: center; width: 2.5rem; height: 2.5rem; margin-bottom: .75rem; border-radius: 50%; font-size: 1.25rem; color: var(--paper); }
.state.good::before { content: "\\2713" / ""; background: var(--good); }
.state.bad::before { content: "!" / ""; background: var(--bad); }
.good { color: var(--good); } .bad { color: var(--bad); }
.reason { margin: 0 0 .25rem; }
code { font: .85em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.reason code { display: inline-block; color: var(--soft); }
.note { color: var(--soft); margin: 0 0 1.25rem; }
h2 { font-size: 1rem; margin: 1.25rem 0 .75rem; }
h3 { font-size: .875rem; font-weight: 600; color: var(--soft); margin: 1rem 0 .4rem; }
.fields { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; margin-bottom: 1rem; }
.wide { grid-column: 1 / -1; }
.methods { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem; }
.methods form { margin: 0; }
.methods > :only-child, .methods > [open] { grid-column: 1 / -1; }
.method, summary { display: flex; align-items: center; gap: .6rem; min-height: 2.75rem; height: 100%; padding: .4rem .75rem; text-align: left; font-size: .925rem; font-weight: 500; line-height: 1.3; }
.mark { flex: none; width: 1.25rem; height: 1.25rem; fill: none; stroke: var(--soft); stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
details { border: 1px solid var(--field); border-radius: 8px; }
.methods details form { padding: .75rem; }
.waiting { margin: 0 0 .15rem; }
.kept { grid-column: 1 / -1; margin-top: -.4rem; text-align: left; }
summary { cursor: pointer; list-style: none; border-radius: 7px; }
summary::-webkit-details-marker { display: none; }
[open] > summary { height: auto; }
.more { margin-top: 1rem; } .more > summary { justify-content: space-between; font-weight: 600; } .more > summary::after { content: "\\203a" / ""; font-size: 1.25rem; rotate: 90deg; } .more[open] > summary::after { rotate: -90deg; }
.more[open] { border: 0; }
.problem { color: var(--bad); margin: 0 0 .75rem; }
input + .problem, select + .problem { margin: .3rem 0 0; font-size: .875rem; line-height: 1.4; }
[aria-invalid=true] { border-color: var(--bad); }
.problem:empty { display: none; }
.password { font-size: 1.25rem; text-align: center; letter-spacing: .25em; font-variant-numeric: tabular-nums; }
.password ~ .pay { margin-top: .6rem; }
.told { margin: .3rem 0 0; font-size: .875rem; }
.code { display: block; max-width: 100%; max-height: 14rem; min-width: 11rem; margin: 0 auto .75rem; background: #fff; border-radius: 8px; }
.controls, .filler { background: var(--paper); border: 1px dashed var(--field); border-radius: 8px; }
.controls { margin-top: 1rem; padding: 1rem 1.5rem .75rem; }
.filler { padding: .6rem .75rem .75rem; margin-bottom: 1rem; }
.controls h2 { margin: 0 0 .75rem; font-size: .875rem; color: var(--warn); }
.pair { display: flex; flex-wrap: wrap; gap: .6rem; }
.pair > * { flex: 1 1 9rem; margin: 0; }
.decline { display: grid; grid-template-columns: 1fr auto; gap: .6rem; margin-top: .75rem; }
.decline label { grid-column: 1 / -1; margin: 0 0 -.35rem; }
.decline button { width: auto; }
.hint { color: var(--soft); font-size: .875rem; margin: .75rem 0 0; }
.about { margin-top: .75rem; font-size: .875rem; color: var(--soft); }
.about a { display: flex; align-items: center; width: fit-content; min-height: 2.75rem; color: var(--link); font-weight: 600; }
[hidden] { display: none; }
footer { text-align: center; color: var(--soft); font-size: .8rem; margin-top: 1.25rem; }
@media (max-width: 30rem) { .methods { grid-template-columns: 1fr; } main { padding-top: 1.25rem; } .card { padding: 1.25rem; } .controls { padding: 1rem 1.25rem .75rem; } .decline { grid-template-columns: 1fr; } .decline button { width: 100%; } }
`;
