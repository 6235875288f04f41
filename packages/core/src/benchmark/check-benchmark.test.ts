import { type CustomWorkload, MysqlslapWorkload, message, quote, SysbenchScript } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { armOf, fieldsOf, loadHostOf, reached, snapshotOf, sysbenchLoad } from "./benchmark.fixture";
import { benchmarkChecks, checkBenchmark } from "./check-benchmark";
import type { BenchmarkSnapshot, LoadTool } from "./snapshot";
import { isWriting } from "./workload";

function failing(snapshot: BenchmarkSnapshot): string[] {
  const { checks } = checkBenchmark(snapshot);
  return checks.flatMap(({ code, result }) => (result === "pass" ? [] : [`${code} ${result}`]));
}

describe("checkBenchmark", () => {
  it("passes a healthy cluster, and makes every check", () => {
    const { checks, hasFailures } = checkBenchmark(snapshotOf());
    expect(hasFailures).toBe(false);
    // Of other tools, and of arms with several addresses.
    const others = ["benchmark_queries", "benchmark_command", "benchmark_addresses"];
    // Of servers that are restarted before each run.
    others.push("benchmark_production", "benchmark_caches", "benchmark_restart");
    expect([...new Set(checks.map(({ code }) => code))]).toEqual(
      benchmarkChecks.map(({ code }) => code).filter((code) => !others.includes(code)),
    );
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
  const tool: LoadTool = {
    path: "/usr/bin/sysbench",
    version: "1.0.20",
    said: null,
    isTrusted: true,
    scripts: ["oltp_read_write"],
  };
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
          tool: null,
        }),
      }),
      ["benchmark_load_host fail"],
      "app1",
    ],
    [
      "a host without sysbench",
      snapshotOf({ loadHost: loadHostOf({ tool: { ...tool, path: null, version: null } }) }),
      ["benchmark_tool fail"],
      "app1 has no sysbench",
    ],
    [
      "a sysbench that is too old",
      snapshotOf({ loadHost: loadHostOf({ tool: { ...tool, version: "1.0.11" } }) }),
      ["benchmark_tool fail"],
      "app1 has sysbench 1.0.11, which is older than 1.0.17.",
    ],
    [
      "a sysbench of which no version can be read",
      snapshotOf({ loadHost: loadHostOf({ tool: { ...tool, version: null, said: "sysbench from trunk" } }) }),
      ["benchmark_tool fail"],
      "The version of the sysbench of app1 is unknown. It says: sysbench from trunk",
    ],
    [
      "a sysbench whose version has another form",
      snapshotOf({ loadHost: loadHostOf({ tool: { ...tool, version: "2024-10-01" } }) }),
      ["benchmark_tool fail"],
      "is unknown. It says: 2024-10-01",
    ],
    [
      "a workload that the host has no script of",
      snapshotOf({
        fields: fieldsOf({ workload: { ...sysbenchLoad, script: "oltp_insert" } }),
      }),
      ["benchmark_tool fail"],
      "oltp_insert",
    ],
    [
      "an option that no sysbench has",
      snapshotOf({ fields: fieldsOf({ workload: { ...sysbenchLoad, options: { colour: "red" } } }) }),
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

  it("names the command that installs a newer sysbench", () => {
    const { checks } = checkBenchmark(
      snapshotOf({ loadHost: loadHostOf({ tool: { ...tool, version: "0.4.12" } }) }),
    );
    const remedy = checks.find(({ code }) => code === "benchmark_tool")?.remedy?.text;
    expect(remedy).toContain("apt-get install --only-upgrade sysbench");
    expect(remedy).toContain("dnf upgrade sysbench");
  });

  it("names a second warm-up and every option that is none, all at once", () => {
    const options = { colour: "red", warmup_time: 5 };
    const { checks } = checkBenchmark(
      snapshotOf({ fields: fieldsOf({ workload: { ...sysbenchLoad, options } }) }),
    );
    const said = checks.filter(({ result }) => result === "fail").map(({ evidence }) => evidence.text);
    // This sysbench has no warm-up of its own yet.
    expect(said).toEqual([
      expect.stringContaining("second warm-up"),
      expect.stringContaining("no option colour"),
      expect.stringContaining("does not have warmup_time"),
    ]);
  });

  it("lets a proxy pass that shows its own certificate, and says that nothing was told to it", () => {
    expect(failing(endpoint({ kind: "untrusted" }))).toEqual(["benchmark_endpoint warn"]);
    expect(failing(endpoint({ kind: "unverifiable" }))).toEqual(["benchmark_endpoint warn"]);
  });

  it("lets a workload that only reads run on a secondary, and says so", () => {
    const workload = { ...sysbenchLoad, script: "oltp_read_only" } as const;
    const sight = reached({ member: "db2", isPrimary: false, isReadOnly: true });
    expect(failing(endpoint(sight, { fields: fieldsOf({ workload }) }))).toEqual(["benchmark_endpoint warn"]);
    expect(SysbenchScript.options.filter((one) => !isWriting({ ...sysbenchLoad, script: one }))).toEqual([
      "oltp_read_only",
      "oltp_point_select",
    ]);
  });
});

describe("a benchmark with mysqlslap", () => {
  const slap = (changes: object = {}) => MysqlslapWorkload.parse({ tool: "mysqlslap", ...changes });
  const tool: LoadTool = {
    path: "/usr/bin/mysqlslap",
    version: "8.0.36",
    said: null,
    isTrusted: true,
    scripts: [],
  };
  const snapshot = (changes: Partial<BenchmarkSnapshot["fields"]> = {}, found: LoadTool = tool) =>
    snapshotOf({ fields: fieldsOf({ workload: slap(), ...changes }), loadHost: loadHostOf({ tool: found }) });

  it("passes where the host has it, and needs no script of sysbench", () => {
    expect(failing(snapshot())).toEqual([]);
  });

  it("says before the run that it is missing, with the command that installs it", () => {
    const { checks } = checkBenchmark(snapshot({}, { ...tool, path: null, version: null }));
    const [missing] = checks.filter(({ result }) => result === "fail");
    expect(missing?.evidence.text).toBe("app1 has no mysqlslap.");
    expect(missing?.remedy?.text).toContain("apt-get install default-mysql-client");
  });

  it("refuses fewer queries than threads, since it runs all of its list then, and warns where some are left over", () => {
    expect(failing(snapshot({ workload: slap({ queries: 15 }) }))).toEqual(["benchmark_queries fail"]);
    const { checks } = checkBenchmark(snapshot({ workload: slap({ queries: 500 }), threads: [4, 64, 128] }));
    const warned = checks.filter(({ result }) => result === "warn").map(({ evidence }) => evidence.text);
    expect(warned).toEqual([
      expect.stringContaining("of 500 queries, 64 threads run 448"),
      expect.stringContaining("of 500 queries, 128 threads run 384"),
    ]);
  });

  it("refuses an arm of several addresses, which sysbench takes", () => {
    const arms = [armOf("Three", "10.77.0.11", "10.77.0.12", "10.77.0.13"), armOf("VIP", "10.77.0.100")];
    expect(failing({ ...snapshot(), arms })).toEqual(["benchmark_addresses fail"]);
    expect(failing(snapshotOf({ arms }))).toEqual([]);
    expect(failing(snapshotOf({ arms: [armOf("Odd", "db 1; rm")] }))).toEqual(["benchmark_addresses fail"]);
  });

  it("refuses addresses that have no room in the file of sysbench, which could not be planned", () => {
    // "mysql-host=" and 243 characters are the longest line.
    const names = (letters: number) => ["a", "b", "c", "d"].map((one) => one.repeat(letters));
    const fits = armOf("Long", ...names(60));
    expect(failing(snapshotOf({ arms: [fits] }))).toEqual([]);
    const { checks } = checkBenchmark(snapshotOf({ arms: [armOf("Long", ...names(60), "e")] }));
    expect(checks.find(({ result }) => result === "fail")?.evidence.text).toContain(
      "The 5 addresses of Long are too long",
    );
  });

  it("only reads where all that is given does, and makes no tables", () => {
    const given = (query: string, create?: string) =>
      isWriting(slap({ sql: { kind: "given", query, create } }));
    expect([
      given("select 1; SELECT 2"),
      given("select 1 for update"),
      given("select 1", "create table t(a int)"),
    ]).toEqual([false, true, true]);
    expect(given("insert into t1 set a='select'")).toBe(true);
  });
});

describe("a benchmark with a program of one's own", () => {
  const custom = (changes: Partial<CustomWorkload> = {}): CustomWorkload => ({
    tool: "custom",
    program: "tpcc",
    run: ["run", "-H", "{host}", "-P", "{port}", "-T", "{threads}", "--time", "{seconds}s", "-D", "{schema}"],
    parser: "go-tpc",
    password: { kind: "environment", variable: "TPCC_PASSWORD" },
    isWriting: true,
    ...changes,
  });
  const at = (path: string | null, isTrusted = true): LoadTool => ({
    path,
    version: null,
    said: null,
    isTrusted,
    scripts: [],
  });
  const checked = (workload: CustomWorkload, tool: LoadTool = at("/usr/local/bin/tpcc")) =>
    snapshotOf({ fields: fieldsOf({ workload, warmupSeconds: 0 }), loadHost: loadHostOf({ tool }) });

  it("shows exactly what is run, argument by argument, and no password", () => {
    const { checks } = checkBenchmark(
      checked(custom({ run: ["run", "a b", "{host}:{port}", "-T{threads}"] })),
    );
    expect(checks.find(({ code }) => code === "benchmark_command")?.evidence.text).toBe(
      "The password is in TPCC_PASSWORD of the environment. Run for the first arm: /usr/local/bin/tpcc run 'a b' 10.77.0.11:3306 -T16",
    );
    expect(failing(checked(custom()))).toEqual([]);
  });

  it.each<readonly [string, BenchmarkSnapshot, string]>([
    ["a program that the host does not have", checked(custom(), at(null)), "benchmark_tool fail"],
    [
      "one that others than root can replace",
      checked(custom(), at("/usr/local/bin/tpcc", false)),
      "benchmark_tool fail",
    ],
    [
      "go-tpc itself, which takes its password on its command line",
      checked(custom(), at("/usr/bin/go-tpc")),
      "benchmark_tool fail",
    ],
    [
      "an option file that is not there",
      checked(custom({ run: ["{defaultsFile}"] })),
      "benchmark_command fail",
    ],
  ])("refuses %s", (_what, snapshot, failed) => {
    expect(failing(snapshot)).toContain(failed);
    expect(checkBenchmark(snapshot).hasFailures).toBe(true);
  });

  it("warns where no argument names the option file", () => {
    const password = { kind: "defaults_file" } as const;
    expect(failing(checked(custom({ password })))).toEqual(["benchmark_command warn"]);
    expect(failing(checked(custom({ password, run: ["--defaults-file={defaultsFile}"] })))).toEqual([]);
  });
});
