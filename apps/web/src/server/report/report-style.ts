const light =
  "--canvas:#fff;--sunken:#f4f3f6;--line:#e3e1e5;--ink:#1b1720;--muted:#56525b;--direct:#0c5fae;--vip:#9b217c;--vip-read:#5b065c;--router:#c6772b;--haproxy:#03523f;--proxysql:#3993a7;--keepalived:#6f6403;--control:#242128;--ok-ink:#036249;--ok-soft:#e0f9ef;--ok-line:#9bd6bf;--busy-ink:#0e599d;--busy-soft:#e7f2fe;--busy-line:#a5ccf4;--warning-ink:#80500a;--warning-soft:#fff3db;--warning-line:#edc47d;--failed-ink:#b21920;--failed-soft:#feeceb;--failed-line:#fab2ae;--unknown-ink:#5c5960;--unknown-soft:#efeef1;--unknown-line:#c5c3c8";
const dark =
  "--canvas:#0f0d11;--sunken:#1d1a20;--line:#3a363e;--ink:#eae8ed;--muted:#aeaab4;--direct:#4b8dee;--vip:#c654b0;--vip-read:#cd8bb9;--router:#ffb683;--haproxy:#3b8569;--proxysql:#83d1eb;--keepalived:#978e24;--control:#ece8f1;--ok-ink:#7be5c6;--ok-soft:#11221c;--ok-line:#1e493a;--busy-ink:#89c4fb;--busy-soft:#141f2f;--busy-line:#224469;--warning-ink:#f2c36a;--warning-soft:#281e0f;--warning-line:#594017;--failed-ink:#f87a79;--failed-soft:#311716;--failed-line:#742e2c;--unknown-ink:#aca9b1;--unknown-soft:#242227;--unknown-line:#444149";
const kinds = ["direct", "vip", "vip-read", "router", "haproxy", "proxysql", "keepalived", "control"];
const tones = ["ok", "busy", "warning", "failed", "unknown"];
/** As the charts of the console have them: lines of one kind share a colour. */
const dashes = ["6 3", "2 3", "10 3 2 3", "1 2"];

/** The style of a report: the console's colours by the reader's system, paper when it is printed; nothing is loaded. */
export const reportStyle = `
:root{color-scheme:light;${light}}
@media screen and (prefers-color-scheme:dark){:root{color-scheme:dark;${dark}}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:1000px;padding:32px 24px 48px;background:var(--canvas);color:var(--ink);font:14px/1.5 Inter,"Noto Sans SC",system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:24px;line-height:1.3;margin:0 0 4px}
h2{font-size:17px;margin:36px 0 6px}
h3{font-size:13px;margin:16px 0 4px}
p{margin:4px 0}
.muted{color:var(--muted);font-size:12.5px;max-width:90ch}
.answer{font-size:18px;line-height:1.45;padding:0;margin:8px 0;list-style:none}
.answer .shown{font-weight:600}
figure{margin:12px 0}
svg{display:block;width:100%;height:auto;font:11px Inter,"Noto Sans SC",system-ui,sans-serif;font-variant-numeric:tabular-nums}
svg text{fill:var(--muted)}
svg .name{fill:var(--ink);font-size:12px}
.grid{stroke:var(--line)}
.zero{stroke:var(--muted);stroke-width:1.5}
.warmup{fill:var(--sunken)}
.line{fill:none;stroke:currentColor;stroke-width:1.5;stroke-linejoin:round;stroke-linecap:round}
.band{fill:currentColor;opacity:.18}
.bar{fill:currentColor;opacity:.35}
.whisker{fill:none;stroke:currentColor;stroke-width:2.5}
.mark{fill:var(--canvas);stroke:var(--ink);stroke-width:2}
.dot{fill:currentColor;opacity:.55}
.legend{display:flex;flex-wrap:wrap;gap:2px 16px;padding:0;margin:4px 0;list-style:none;font-size:12.5px}
.legend svg{display:inline-block;width:24px;height:8px;vertical-align:middle;margin-right:6px}
.curves,.pair{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,420px),1fr));gap:0 24px}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:12.5px;font-variant-numeric:tabular-nums}
th,td{text-align:left;vertical-align:top;padding:3px 8px 3px 0;border-bottom:1px solid var(--line);overflow-wrap:break-word}
th{color:var(--muted);font-weight:500}
.n{text-align:right;white-space:nowrap}
.whole{white-space:nowrap}
.setup th{width:260px}
@media screen and (max-width:600px){.setup th{width:45%}.setup .n{white-space:normal}}
code,pre{font:12px/1.5 "JetBrains Mono",ui-monospace,monospace}
pre{background:var(--sunken);padding:10px 12px;margin:4px 0;border-radius:6px;white-space:pre-wrap}
footer{margin-top:40px;padding-top:12px;border-top:1px solid var(--line);font-size:12.5px}
${kinds.map((kind) => `.k-${kind}{color:var(--${kind})}`).join("\n")}
${dashes.map((dash, index) => `.n-${index + 1} .line,.line.n-${index + 1}{stroke-dasharray:${dash}}`).join("\n")}
${tones.map((tone) => `.t-${tone} rect{fill:var(--${tone}-soft);stroke:var(--${tone}-line)}.t-${tone} text{fill:var(--${tone}-ink);font-size:10px}p.t-${tone}{color:var(--${tone}-ink)}`).join("\n")}
.t-failed rect{stroke-width:2}.t-warning rect{stroke-dasharray:4 2}
${tones.map((tone) => `.t-${tone}.tick rect{fill:var(--${tone}-ink);stroke:none}`).join("\n")}
.guide{stroke:var(--muted);stroke-dasharray:3 3;opacity:.6}
.error{fill:none;stroke:var(--ink);stroke-width:1.5}
.at{fill:var(--ink)}
svg .clear{paint-order:stroke;stroke:var(--canvas);stroke-width:4px;stroke-linejoin:round}
.any{overflow-wrap:anywhere;min-width:8rem}
.verdict-passed{color:var(--ok-ink)}.verdict-failed{color:var(--failed-ink)}.verdict-not_tested,.verdict-broken_off{color:var(--warning-ink)}
@media screen{.wide figure{min-width:820px}}
@media screen{.scroll table{min-width:820px}}
@page{size:A4;margin:14mm}
@media print{
body{max-width:none;padding:0;font-size:11px}
h1{font-size:19px}h2{font-size:14px;margin-top:20px}.answer{font-size:14px}
h2,h3,.legend{break-after:avoid}
figure,tr,.answer li{break-inside:avoid}
.curves,.pair{grid-template-columns:1fr 1fr;gap:0 16px}
table,.muted,footer{font-size:9.5px}th,td{padding:2px 5px 2px 0}
code,pre{font-size:9px}.scroll{overflow:visible}
thead{display:table-header-group}
*{print-color-adjust:exact}
}
`;
