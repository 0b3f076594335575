/** The whole look of the pages where customers pay: one sheet, no script, no font or picture from elsewhere. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #16202e; --soft: #5b6778; --line: #dfe4ea; --paper: #fff; --ground: #f2f4f7; --brand: #1b4fd8; --good: #0a7a45; --bad: #b3261e; --warn: #8a5a00; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ecf2; --soft: #a3afbf; --line: #313b49; --paper: #1a212b; --ground: #10151c; --brand: #7ea2ff; --good: #5ed59b; --bad: #ff8a80; --warn: #f2c46b; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere; }
main { max-width: 27rem; margin: 0 auto; padding: 2rem 1rem 3rem; }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: 14px; padding: 1.5rem; box-shadow: 0 6px 24px rgb(0 0 0 / 6%); }
.top { display: flex; justify-content: space-between; align-items: center; gap: 1rem; margin-bottom: 1rem; font-size: .875rem; color: var(--soft); }
.mode { flex: none; border: 1px solid currentColor; border-radius: 99px; padding: .05rem .6rem; font-weight: 600; }
.test { color: var(--warn); } .live { color: var(--good); }
h1 { font-size: 1.05rem; font-weight: 600; margin: 0; }
.amount { font-size: clamp(1.25rem, 7vw, 2.1rem); line-height: 1.25; font-weight: 700; letter-spacing: -.02em; margin: .15rem 0 1rem; font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: fit-content(45%) 1fr; gap: .35rem 1rem; margin: 0 0 1.25rem; padding: 1rem 0 0; border-top: 1px solid var(--line); font-size: .925rem; }
h1 + dl { margin-top: 1rem; }
dt { color: var(--soft); } dd { margin: 0; text-align: right; }
.handoff { border: 1px dashed var(--line); border-radius: 10px; padding: 1rem; margin-bottom: 1.25rem; text-align: center; font-size: .925rem; }
.handoff p { margin: 0; color: var(--soft); }
.handoff h2 { font-size: 1rem; margin: 0 0 .25rem; }
.handoff svg { display: block; width: 11rem; height: 11rem; margin: 0 auto .75rem; background: #fff; border-radius: 8px; }
button, .button { display: block; width: 100%; min-height: 3rem; border: 0; border-radius: 10px; font: inherit; font-weight: 600; cursor: pointer; text-align: center; text-decoration: none; padding: .7rem 1rem; }
.pay { background: var(--brand); color: var(--paper); }
.refuse { background: none; border: 1px solid var(--line); color: var(--bad); margin-top: .6rem; }
fieldset { min-width: 0; border: 0; border-top: 1px solid var(--line); margin: 1.25rem 0 0; padding: 1rem 0 0; }
label { display: block; font-size: .925rem; color: var(--soft); margin-bottom: .3rem; }
select, input { width: 100%; min-height: 2.75rem; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: 10px; padding: .4rem .6rem; }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; }
.state { font-size: 1.35rem; font-weight: 700; margin: 0 0 .25rem; }
.good { color: var(--good); } .bad { color: var(--bad); }
.reason { margin: 0 0 .25rem; } .reason code { color: var(--soft); font-size: .85em; }
.note { color: var(--soft); margin: 0 0 1.25rem; }
h2 { font-size: 1rem; margin: 1.25rem 0 .6rem; }
.fields { display: grid; grid-template-columns: 1fr 1fr; gap: .6rem; margin-bottom: 1rem; }
.wide { grid-column: 1 / -1; }
.method { background: none; border: 1px solid var(--line); color: inherit; margin-top: .5rem; }
details { border: 1px solid var(--line); border-radius: 10px; margin-top: .5rem; padding: .7rem 1rem; }
summary { cursor: pointer; font-weight: 600; text-align: center; }
.problem { color: var(--bad); margin: 0 0 .6rem; }
.problem:empty { display: none; }
.password { font-size: 1.25rem; text-align: center; letter-spacing: .25em; font-variant-numeric: tabular-nums; margin-bottom: .6rem; }
.told { margin: 0 0 .6rem; }
.hint { color: var(--soft); font-size: .875rem; margin: 1.25rem 0 0; }
.code { display: block; max-width: 100%; min-width: 11rem; margin: 0 auto .75rem; background: #fff; border-radius: 8px; }
[hidden] { display: none; }
footer { text-align: center; color: var(--soft); font-size: .8rem; margin-top: 1.25rem; }
`;
