import { createHash } from "node:crypto";
import { type DrillDetail, type Locale, message } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { exampleReadFindings } from "../../../../../../../packages/core/src/drill/findings/drill-reads.fixture";
import { exampleFindings } from "../../../../../../../packages/core/src/drill/findings/drill-record.fixture";
import { writeDrillReport } from "./write-drill-report";

const at = "2026-11-28T05:00:00.000Z";
const evil = `<img src=x onerror="alert(1)">`;
const drill: DrillDetail = {
  id: "0198f3f0-6d1e-7c3a-9f0e-000000000500",
  clusterId: "0198f3f0-6d1e-7c3a-9f0e-000000000090",
  seriesId: null,
  clusterName: "orders",
  state: "ended",
  fault: { kind: "kill_mysqld", restarts: false },
  endpoints: [{ address: "10.77.0.100", port: 3306 }],
  readEndpoints: [],
  objectiveMs: 30_000,
  target: { memberId: "0198f3f0-6d1e-7c3a-9f0e-000000000001", name: "db1" },
  other: null,
  observer: { hostId: "0198f3f0-6d1e-7c3a-9f0e-000000000002", name: "app1" },
  requestedBy: evil,
  startedAt: at,
  endedAt: at,
  heal: "healed",
  verdict: { kind: "passed", sentence: message("drill_found.none_lost", { acked: 1_204 }), notes: [] },
  worstWriteGapMs: 11_240,
  lostWrites: 0,
  outcomes: null,
  findings: exampleFindings(),
};
const steps = [
  {
    ...{ ordinal: 0, code: "drill.fault", hostId: null, hostName: null, preview: [], isReversible: true },
    title: message("step.drill.kill_mysqld", { member: "db1" }),
    ...{ state: "done" as const, detail: null, attempt: 1, startedAt: at, finishedAt: at },
  },
];

async function report(change: Partial<DrillDetail> = {}, locale: Locale = "en"): Promise<string> {
  const pieces: string[] = [];
  const setting = { locale, version: "1.2.3", steps };
  for await (const piece of writeDrillReport({ ...drill, ...change }, setting)) pieces.push(piece);
  return pieces.join("");
}

describe("the report of a drill", () => {
  it("gives the verdict first, then figures, timeline, phases, prediction, setup and what was done", async () => {
    const page = await report();
    const order = [
      "<h2>Verdict</h2>",
      "<h2>What clients met</h2>",
      "<h2>Timeline</h2>",
      "<svg",
      "<h2>Phases</h2>",
      "<h2>Predicted outage</h2>",
      "group_replication_member_expel_timeout",
      "<h2>Setup</h2>",
      "<h2>Versions and settings</h2>",
      "<h2>The group before and after</h2>",
      "<h2>What was done</h2>",
      'id="sha256"',
    ].map((mark) => page.indexOf(mark));
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(order).not.toContain(-1);
    expect(page).toContain('<tr><th scope="row">Servers</th><td>8.4.6</td></tr>');
    expect(page).toContain(
      '<th scope="row">db2</th><td>ONLINE</td><td>PRIMARY</td><td>OFF</td><td>10.77.0.100</td>',
    );
    expect(page).toContain("kill −9 mysqld on db1");
    expect(page).toMatch(/11\.\d\d s \(up to 0\.\d\d s shorter\)/);
    expect(page).toMatch(/<th scope="row">First login after<\/th><td class="any">11\.\d\d ± 0\.\d\d s<\/td>/);
    expect(page).toMatch(/<th scope="row">First write after<\/th><td class="any">11\.\d\d ± 0\.0\d s<\/td>/);
    expect(page).not.toMatch(/NaN|undefined|\[object/);
  });

  it("tells what clients met that only read, with their endpoints among the conditions", async () => {
    const readEndpoints = [
      { address: "10.77.0.101", port: 3306 },
      { address: "10.77.0.13", port: 3306 },
    ];
    const page = await report({ readEndpoints, findings: exampleReadFindings() });
    const [, part = ""] = page.split("<h2>Clients that only read</h2>");
    expect(part).toContain('<th scope="col">10.77.0.101:3306</th><th scope="col">db3 10.77.0.13:3306</th>');
    expect(part).toMatch(
      /Highest lag<\/th><td class="any">0\.\d\d s \(up to 0\.\d\d s more\)<\/td><td class="any">1\.\d\d s/,
    );
    expect(part).toContain("ECONNREFUSED × 14");
    expect(part).toMatch(/db1: 20 reads, 8 logins/);
    expect(part).toContain("db3 10.77.0.13:3306, only read");
    expect(part).toContain(
      '<th scope="row">Endpoints for reads</th><td>10.77.0.101:3306, 10.77.0.13:3306</td>',
    );
    expect(page).not.toMatch(/NaN|undefined|\[object/);
    expect(await report()).not.toContain("only read");
  });

  it("tells what was predicted of each proxy of which it was known", async () => {
    const example = exampleFindings();
    const endpoint = example.endpoints[1]?.endpoint ?? { address: "", port: 0 };
    if (example.estimate === null) throw new Error("an estimate");
    const estimate = { ...example.estimate, path: "router" as const, minMs: 10_000, maxMs: 26_700 };
    const page = await report({ findings: { ...example, wayEstimates: [{ endpoint, estimate }] } });
    expect(page).toContain("<h3>Through Router app1 10.77.0.21:6446</h3>");
    expect(page).toContain("10 s to 26.7 s");
  });

  it("has the lines of the error logs as text, what was left out, and whose could not be read", async () => {
    const line = {
      atMs: 5_240,
      errorMs: 0.6,
      priority: "Error",
      code: "MY-011505",
      subsystem: "Repl",
    } as const;
    const errorLogs = [
      { server: "db2", lines: [{ ...line, text: evil }], isCut: true, notRead: null },
      { server: "db1", lines: [], isCut: false, notRead: message("why.connection_refused") },
    ];
    const page = await report({ findings: { ...exampleFindings(), errorLogs } });
    expect(page).toContain("<h2>Lines of the error logs</h2>");
    expect(page).toContain('<td class="n">5.24 ± 0.00 s</td><th scope="row">db2</th><td>Error</td>');
    expect(page).toContain("<code>&lt;img src=x onerror=&quot;alert(1)&quot;&gt;</code>");
    expect(page).not.toContain(evil);
    expect(page).toContain("db2: only the first 200 lines are kept.");
    expect(page).toContain("db1: not read.");
    expect(page).toMatch(/<g class="t-failed tick"><title>5\.24 – 5\.24 s: Error MY-011505/);
    expect(page).not.toContain("No server wrote anything.");
    expect(await report()).not.toContain("error logs");
  });

  it("says that no server wrote anything only where every one was read", async () => {
    const read = { server: "db2", lines: [], isCut: false, notRead: null, wasRead: true };
    const gone = { ...read, server: "db1", notRead: message("why.connection_refused") };
    const page = await report({ findings: { ...exampleFindings(), errorLogs: [read, gone] } });
    expect(page).toContain("db1: read before the heal, and not at the end.");
    expect(page).not.toContain("No server wrote anything.");
    const whole = await report({ findings: { ...exampleFindings(), errorLogs: [read] } });
    expect(whole).toContain("<p>No server wrote anything.</p>");
  });

  it("is silent of versions and topology where the drill kept none", async () => {
    const findings = { ...exampleFindings(), ...{ system: null, before: null, after: null } };
    const page = await report({ findings });
    expect(page).not.toContain("Versions and settings");
    expect(page).not.toContain("The group before and after");
  });

  it("loads and runs nothing, whatever people are called", async () => {
    const page = await report();
    expect(page).not.toContain(evil);
    expect(page).not.toMatch(/<script|<link|<img|<iframe|https?:\/\/|@import|url\(| style=/i);
  });

  it("says its own hash, and is the same file again", async () => {
    const page = await report();
    const rest = page.split("\n").filter((line) => !line.includes('id="sha256"'));
    const digest = createHash("sha256").update(rest.join("\n")).digest("hex");
    expect(page).toContain(`<code>${digest}</code>`);
    expect(await report()).toBe(page);
  });

  it("is Chinese where it is asked for so, and shows no key of a text", async () => {
    const page = await report({}, "zh");
    expect(page).toContain('<html lang="zh-CN">');
    for (const title of [
      "结论",
      "客户端的遭遇",
      "时间线",
      "阶段",
      "预计中断",
      "条件",
      "版本与设置",
      "执行的步骤",
    ])
      expect(page).toContain(`<h2>${title}</h2>`);
    expect(page.replaceAll(/<style>[\s\S]*?<\/style>/g, "")).not.toMatch(/(drill|report)\.[a-z]/i);
  });

  it("tells of every fault, of one that is not over, and of a cluster that was not healed", async () => {
    const other = { memberId: "0198f3f0-6d1e-7c3a-9f0e-000000000003", name: "db2" };
    const oneWay = await report({
      ...{ fault: { kind: "cut_one_way", memberId: null, drops: "from_secondary" }, other },
    });
    expect(oneWay).toContain("Drop frames db2 → db1");
    const early = await report({ ...{ state: "running", endedAt: null, verdict: null, findings: null } });
    expect(early).toContain("Nothing was measured.");
    expect(early).toContain("The drill has not ended.");
    expect(await report({ heal: "unhealed" })).toContain("The cluster was not as it was before.");
  });
});
