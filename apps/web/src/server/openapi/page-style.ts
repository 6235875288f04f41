/** The style of the API's page: the console's paper and night, with the system's fonts and nothing loaded. */
export const pageStyle = `
:root{color-scheme:light;--canvas:#f9f9fb;--surface:#fff;--sunken:#f4f3f6;--line:#e3e1e5;--ink:#1b1720;--muted:#56525b;--accent:#5b3fd0}
@media (prefers-color-scheme:dark){:root{color-scheme:dark;--canvas:#131117;--surface:#1a171f;--sunken:#221e28;--line:#35303d;--ink:#ece9f1;--muted:#aaa4b3;--accent:#b3a2ff}}
[data-theme=light]{color-scheme:light;--canvas:#f9f9fb;--surface:#fff;--sunken:#f4f3f6;--line:#e3e1e5;--ink:#1b1720;--muted:#56525b;--accent:#5b3fd0}
[data-theme=dark]{color-scheme:dark;--canvas:#131117;--surface:#1a171f;--sunken:#221e28;--line:#35303d;--ink:#ece9f1;--muted:#aaa4b3;--accent:#b3a2ff}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--ink);font:14px/1.5 Inter,system-ui,sans-serif}
a{color:var(--accent);text-underline-offset:2px}
code,pre,.path{font-family:"JetBrains Mono",ui-monospace,monospace;font-size:12.5px}
.layout{display:grid;grid-template-columns:260px minmax(0,1fr);max-width:1240px;margin:0 auto}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:24px 16px;border-right:1px solid var(--line)}
nav h2{font-size:11px;letter-spacing:.06em;text-transform:uppercase;color:var(--muted);margin:16px 0 4px}
nav a{display:block;padding:2px 0;color:var(--ink);text-decoration:none;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
nav a:hover{color:var(--accent)}
main{padding:32px;min-width:0}
h1{font-size:24px;margin:0 0 8px}
h2{font-size:18px;margin:40px 0 8px}
p.lead{max-width:72ch;color:var(--muted);white-space:pre-line}
details{background:var(--surface);border:1px solid var(--line);border-radius:8px;margin:8px 0}
summary{padding:10px 12px;cursor:pointer;display:flex;gap:12px;align-items:baseline;flex-wrap:wrap}
summary:focus-visible,a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.method{font-weight:600;min-width:56px}
.role{margin-left:auto;color:var(--muted);font-size:12px}
.inside{padding:0 12px 12px;border-top:1px solid var(--line)}
table{border-collapse:collapse;width:100%;margin:8px 0}
th,td{text-align:left;vertical-align:top;padding:4px 8px;border-bottom:1px solid var(--line)}
th{font-size:12px;color:var(--muted);font-weight:500}
pre{background:var(--sunken);padding:10px;border-radius:6px;overflow:auto;white-space:pre-wrap;word-break:break-word}
.muted{color:var(--muted)}
@media (max-width:800px){.layout{display:block}nav{position:static;height:auto;border:0}}
`;
