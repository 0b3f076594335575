/** The style sheet of a reference page: no font or picture, light and dark, from 320 px. */
export const REFERENCE_STYLE = `
:root { color-scheme: light dark; --ink: #101828; --soft: #475467; --line: #e3e7ec; --field: #8a94a3; --paper: #fff; --ground: #f7f8fa; --link: #0b6a58; --get: #175cd3; --post: #067647; --patch: #93590a; --delete: #b42318; --target: #fff6e0; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eaf0; --soft: #a9b4c0; --line: #2a323d; --field: #616d7d; --paper: #161b22; --ground: #0f1318; --link: #3dd6b0; --get: #84caff; --post: #75e0a7; --patch: #fec84b; --delete: #fda29b; --target: #14302a; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); text-underline-offset: .15em; }
code, pre { font: .9em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre { background: var(--ground); border: 1px solid var(--line); border-radius: 6px; padding: .6rem .8rem; margin: .3rem 0; white-space: pre-wrap; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
header { position: sticky; top: 0; z-index: 1; display: flex; align-items: center; gap: 1rem; height: 3.5rem; padding: 0 1rem; background: var(--paper); border-bottom: 1px solid var(--line); }
header > a { flex: none; color: inherit; font-weight: 650; text-decoration: none; padding: .4rem 0; }
.search { position: relative; flex: 1; max-width: 36rem; }
@media (scripting: none) { .search { display: none; } }
label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
input { width: 100%; height: 2.5rem; font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--field); border-radius: 8px; padding: 0 .75rem; text-overflow: ellipsis; }
::placeholder { color: var(--soft); opacity: 1; }
#results { position: absolute; left: 0; right: 0; top: 2.8rem; max-height: min(30rem, 70vh); overflow-y: auto; margin: 0; padding: .3rem; list-style: none; background: var(--paper); border: 1px solid var(--field); border-radius: 8px; box-shadow: 0 8px 24px rgb(0 0 0 / 20%); }
#results li { padding: .4rem .6rem; border-radius: 6px; cursor: pointer; }
#results [aria-selected=true] { background: var(--target); }
#results span, #results small { color: var(--soft); }
[hidden] { display: none !important; }
nav { padding: 1rem; font-size: .9rem; border-bottom: 1px solid var(--line); }
nav p { margin: .5rem 0 .1rem; font-weight: 600; }
nav ul { display: flex; flex-wrap: wrap; gap: 0 .9rem; margin: 0; padding: 0; list-style: none; }
nav a { display: inline-block; padding: .15rem 0; text-decoration: none; }
nav a:hover { text-decoration: underline; }
main { max-width: 56rem; margin: 0 auto; padding: 1rem 1rem 4rem; }
@media (min-width: 60rem) {
  body { display: grid; grid-template-columns: 15rem minmax(0, 1fr); grid-template-rows: 3.5rem auto; }
  header { grid-column: 1 / -1; }
  nav { position: sticky; top: 3.5rem; align-self: start; max-height: calc(100vh - 3.5rem); overflow-y: auto; border: 0; }
  nav ul { display: block; }
  main { width: 100%; padding: 1rem 2.5rem 4rem; }
}
h1 { font-size: 1.6rem; margin: .5rem 0; }
h2 { font-size: 1.35rem; margin: 1rem 0 .4rem; }
h3 { font-size: 1.1rem; margin: 0 0 .3rem; }
h4 { font-size: .9rem; color: var(--soft); margin: .9rem 0 .2rem; }
p, ul { margin: .3rem 0; }
ul { padding-left: 1.25rem; }
.group-name { margin: 2.5rem 0 0; color: var(--soft); font-weight: 600; text-transform: uppercase; letter-spacing: .05em; font-size: .8rem; }
.anchor { color: var(--soft); text-decoration: none; padding: 0 .3rem; font-weight: 400; }
.anchor:hover { color: var(--link); }
.list { list-style: none; padding: 0; }
.list a { display: block; padding: .15rem 0; color: inherit; text-decoration: none; }
.list a:hover { text-decoration: underline; }
article { margin: 1.25rem 0; padding: 1rem; border: 1px solid var(--line); border-radius: 8px; }
.route { font-size: 1.05rem; }
.get { color: var(--get); } .post { color: var(--post); } .patch, .put { color: var(--patch); } .delete { color: var(--delete); }
.access, small, dt span, dd details { color: var(--soft); font-size: .9em; }
dl { margin: .3rem 0; }
dl > div { padding: .35rem .5rem; border-top: 1px solid var(--line); }
dt > code { font-weight: 600; }
dt b { color: var(--delete); font-size: .85em; font-weight: 600; }
dd { margin: 0; }
summary { cursor: pointer; padding: .15rem 0; }
.errors { list-style: none; padding: 0; }
:target:not(body) { background: var(--target); }
.tag:target, section:target { background: none; }
section:target > h2 { background: var(--target); }
#status { position: fixed; right: 1rem; bottom: 1rem; margin: 0; padding: .5rem 1rem; background: var(--ink); color: var(--paper); border-radius: 8px; }
#status:empty { display: none; }
`;
