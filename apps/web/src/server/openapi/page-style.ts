/** The style of the API's page: the console's paper and night, with the system's fonts and nothing loaded. */
export const pageStyle = `
:root{color-scheme:light;--canvas:#f9f9fb;--surface:#fff;--sunken:#f4f3f6;--line:#e3e1e5;--ink:#1b1720;--muted:#56525b;--accent:#83276f}
@media (prefers-color-scheme:dark){:root{color-scheme:dark;--canvas:#0f0d11;--surface:#17141a;--sunken:#0a090c;--line:#2b282f;--ink:#eae8ed;--muted:#aeaab4;--accent:#f1aadc}}
[data-theme=light]{color-scheme:light;--canvas:#f9f9fb;--surface:#fff;--sunken:#f4f3f6;--line:#e3e1e5;--ink:#1b1720;--muted:#56525b;--accent:#83276f}
[data-theme=dark]{color-scheme:dark;--canvas:#0f0d11;--surface:#17141a;--sunken:#0a090c;--line:#2b282f;--ink:#eae8ed;--muted:#aeaab4;--accent:#f1aadc}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--ink);font:14px/1.5 Inter,system-ui,sans-serif;overflow-wrap:anywhere}
a{color:var(--accent);text-underline-offset:4px}
code,pre,.path{font-family:"JetBrains Mono",ui-monospace,monospace;font-size:12.5px}
.layout{display:grid;grid-template-columns:260px minmax(0,1fr);max-width:1240px;margin:0 auto}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:24px 16px;border-right:1px solid var(--line)}
nav h2{font-size:11px;letter-spacing:.06em;text-transform:uppercase;color:var(--muted);margin:16px 0 4px}
nav a{display:block;padding:2px 0;color:var(--ink);text-decoration:none;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
nav a:hover{color:var(--accent)}
main{padding:32px;min-width:0}
h1{font-size:24px;margin:0 0 8px}
h2{font-size:18px;margin:40px 0 8px}
h2::first-letter{text-transform:uppercase}
p.lead{max-width:72ch;color:var(--muted);white-space:pre-line}
details{background:var(--surface);border:1px solid var(--line);border-radius:8px;margin:8px 0}
summary{padding:10px 12px;cursor:pointer;display:grid;grid-template-columns:60px minmax(0,5fr) minmax(0,6fr) 64px;gap:2px 12px;align-items:baseline}
summary:hover{background:var(--sunken)}
[id^=schema-] summary{display:block}
summary:focus-visible,a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.method{font-weight:600}
.role{text-align:right;color:var(--muted);font-size:12px}
.inside{padding:0 12px 12px;border-top:1px solid var(--line)}
table{border-collapse:collapse;width:100%;margin:8px 0}
th,td{text-align:left;vertical-align:top;padding:4px 8px;border-bottom:1px solid var(--line);overflow-wrap:break-word}
td code{overflow-wrap:anywhere}
th{font-size:12px;color:var(--muted);font-weight:500}
pre{background:var(--sunken);padding:10px;border-radius:6px;overflow:auto;white-space:pre-wrap;word-break:break-word}
.muted{color:var(--muted)}
@media (max-width:800px){th,td{overflow-wrap:anywhere}.layout{display:block}nav{display:none}main{padding:24px 16px}summary{grid-template-columns:60px minmax(0,1fr) auto}summary span:nth-child(3){grid-column:1/-1;grid-row:2}}
`;
