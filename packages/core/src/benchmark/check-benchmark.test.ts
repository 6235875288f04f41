import { message, quote, SysbenchScript } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { fieldsOf, loadHostOf, reached, snapshotOf } from "./benchmark.fixture";
import { benchmarkChecks, checkBenchmark, isWriting } from "./check-benchmark";
import type { BenchmarkSnapshot } from "./snapshot";

function failing(snapshot: BenchmarkSnapshot): string[] {
  const { checks } = checkBenchmark(snapshot);
  return checks.flatMap(({ code, result }) => (result === "pass" ? [] : [`${code} ${result}`]));
}

describe("checkBenchmark", () => {
  it("passes a healthy cluster, and makes every check", () => {
    const { checks, hasFailures } = checkBenchmark(snapshotOf());
    expect(hasFailures).toBe(false);
    expect([...new Set(checks.map(({ code }) => code))]).toEqual(benchmarkChecks.map(({ code }) => code));
    expect(checks.every(({ result }) => result === "pass")).toBe(true);
  });

  it("warns, and does not refuse, where the figures would mean less", () => {
    const away = [{ name: "db3", state: null }];
    const warned = snapshotOf({
      loadHost: loadHostOf({ isMemberHost: true }),
      members: [...snapshotOf().members.slice(0, 2), ...away],
      fields: fieldsOf({ blocks: 2 }),
    });
    expect(failing(warned)).toEqual([
      "benchmark_place warn",
      "benchmark_group warn",
      "benchmark_blocks warn",
    ]);
    expect(checkBenchmark(warned).hasFailures).toBe(false);
  });

  type Row = readonly [title: string, snapshot: BenchmarkSnapshot, failed: readonly string[], said: string];
  const silent = { kind: "silent", reason: quote("connect ECONNREFUSED") } as const;
  const tool = { path: "/usr/bin/sysbench", version: "1.0.20", said: null, scripts: ["oltp_read_write"] };
  const endpoint = (sight: BenchmarkSnapshot["endpoints"][number]["sight"], changes = {}) =>
    snapshotOf({ endpoints: [{ label: "db2 (10.77.0.12:3306)", sight }], ...changes });
  const rows: readonly Row[] = [
    [
      "a host operator that is off",
      snapshotOf({ loadHost: loadHostOf({ operator: "off" }) }),
      ["benchmark_load_host fail"],
      "is off",
    ],
    [
      "an agent that does not answer, and says nothing of the tools that nobody could ask for",
      snapshotOf({
        loadHost: loadHostOf({
          operator: { kind: "agent", reason: message("why.no_answer") },
          sysbench: null,
        }),
      }),
      ["benchmark_load_host fail"],
      "app1",
    ],
    [
      "a host without sysbench",
      snapshotOf({ loadHost: loadHostOf({ sysbench: { ...tool, path: null, version: null } }) }),
      ["benchmark_tool fail"],
      "app1 has no sysbench",
    ],
    [
      "a workload that the host has no script of",
      snapshotOf({
        fields: fieldsOf({ workload: { ...fieldsOf().workload, script: "oltp_insert" } }),
      }),
      ["benchmark_tool fail"],
      "oltp_insert",
    ],
    [
      "an option that no sysbench has",
      snapshotOf({ fields: fieldsOf({ workload: { ...fieldsOf().workload, options: { colour: "red" } } }) }),
      ["benchmark_options fail"],
      "colour",
    ],
    ["a silent endpoint", endpoint(silent), ["benchmark_endpoint fail"], "ECONNREFUSED"],
    [
      "writes to a read-only server",
      endpoint(reached({ member: "db2", isPrimary: false, isReadOnly: true })),
      ["benchmark_endpoint fail"],
      "db2, which is read-only",
    ],
    [
      "a server that is no member",
      endpoint(reached({ member: null, isPrimary: false })),
      ["benchmark_endpoint fail"],
      "no member",
    ],
    [
      "more threads than the server has connections left",
      snapshotOf({ fields: fieldsOf({ threads: [16, 139] }) }),
      ["benchmark_connections fail"],
      "needs 140 connections",
    ],
    [
      "an arm whose addresses are no grid",
      snapshotOf({ uneven: ["both"] }),
      ["benchmark_endpoint fail"],
      "every host of both",
    ],
    [
      "one that would take weeks",
      snapshotOf({ fields: fieldsOf({ blocks: 100, runSeconds: 43_200 }) }),
      ["benchmark_blocks fail"],
      "more than",
    ],
    ["a group without a primary", snapshotOf({ primary: null }), ["benchmark_group fail"], "no primary"],
  ];
  it.each(rows)("refuses %s", (_title, snapshot, failed, said) => {
    const { checks, hasFailures } = checkBenchmark(snapshot);
    expect(hasFailures).toBe(true);
    expect(failing(snapshot)).toEqual(failed);
    expect(checks.find(({ result }) => result === "fail")?.evidence.text).toContain(said);
  });

  it("lets a proxy pass that shows its own certificate, and says that nothing was told to it", () => {
    expect(failing(endpoint({ kind: "unverified" }))).toEqual(["benchmark_endpoint warn"]);
  });

  it("lets a workload that only reads run on a secondary, and says so", () => {
    const workload = { ...fieldsOf().workload, script: "oltp_read_only" } as const;
    const sight = reached({ member: "db2", isPrimary: false, isReadOnly: true });
    expect(failing(endpoint(sight, { fields: fieldsOf({ workload }) }))).toEqual(["benchmark_endpoint warn"]);
    expect(SysbenchScript.options.filter((script) => !isWriting(script))).toEqual([
      "oltp_read_only",
      "oltp_point_select",
    ]);
  });
});
