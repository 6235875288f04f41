import { type BenchmarkRun, message, type RunPreparation } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { snapshotOf as groupOf, member } from "../../switchover/switchover.fixture";
import { fieldsOf, snapshotOf, sysbenchLoad } from "../benchmark.fixture";
import { checkBenchmark } from "../check-benchmark";
import { estimateBenchmark } from "../plan-benchmark";
import { secondsLeft } from "../seconds-left";
import type { DatabaseHost, HygieneSight } from "../snapshot";
import { describeHygiene, previewHygiene } from "./describe-hygiene";
import { estimateHygiene } from "./estimate-hygiene";
import { listLeftSteps, nameOfStep, planHygiene } from "./plan-hygiene";

const party = (n: number) => ({
  memberId: `m${n}`,
  serverUuid: `uuid-${n}`,
  name: `db${n}`,
  address: `10.77.0.1${n}`,
  port: 3306,
  hostId: `h${n}`,
});
const setting = { members: [1, 2, 3].map(party), primaryUuid: "uuid-1", fills: true };
const told = (steps: ReturnType<typeof planHygiene>) =>
  steps.map((step) => [step.kind, nameOfStep(step)].filter((one) => one !== null).join(" "));

describe("what is done before a run", () => {
  it("is nothing where tables are kept, and new tables alone where that is asked for", () => {
    expect(planHygiene({ ...setting, hygiene: "keep_tables" })).toEqual([]);
    expect(told(planHygiene({ ...setting, hygiene: "fresh_tables" }))).toEqual(["clear", "fill"]);
    expect(told(planHygiene({ ...setting, hygiene: "fresh_tables", fills: false }))).toEqual(["clear"]);
  });

  it("restarts every server once, none while it is the primary, and ends with the primary that was", () => {
    for (const primaryUuid of ["uuid-1", "uuid-2", "uuid-3"]) {
      const steps = planHygiene({ ...setting, hygiene: "restart_servers", primaryUuid });
      let primary = primaryUuid;
      const restarted: string[] = [];
      for (const step of steps) {
        if (step.kind === "switch") {
          expect(step.from.serverUuid).toBe(primary);
          primary = step.to.serverUuid;
        }
        if (step.kind === "restart") {
          expect(step.member.serverUuid).not.toBe(primary);
          restarted.push(step.member.serverUuid);
        }
      }
      expect(primary).toBe(primaryUuid);
      expect(restarted.toSorted()).toEqual(["uuid-1", "uuid-2", "uuid-3"]);
      expect(steps.at(0)?.kind).toBe("clear");
      expect(steps.slice(-2).map(({ kind }) => kind)).toEqual(["await_endpoints", "fill"]);
    }
  });

  it("drops the caches of each host right after its server was restarted", () => {
    expect(told(planHygiene({ ...setting, hygiene: "drop_caches" }))).toEqual([
      "clear",
      "restart db2",
      "drop_caches db2",
      "restart db3",
      "drop_caches db3",
      "switch db3",
      "restart db1",
      "drop_caches db1",
      "switch db1",
      "await_endpoints",
      "fill",
    ]);
  });

  it("goes on behind what is done, wherever a worker was lost", () => {
    const steps = planHygiene({ ...setting, hygiene: "drop_caches" });
    for (let done = 0; done <= steps.length; done += 1) {
      const before = steps
        .slice(0, done)
        .map((step): RunPreparation => ({ kind: step.kind, name: null, ms: 1 }));
      expect(listLeftSteps(steps, before)).toEqual(steps.slice(done));
    }
  });

  it("is shown as it is run, with its price, and says nothing where there is nothing", () => {
    const of = (hygiene: "keep_tables" | "fresh_tables" | "drop_caches") => ({
      fields: { hygiene },
      schema: "primacy_bench_1",
    });
    expect(previewHygiene(of("keep_tables"), "fill")).toEqual([]);
    expect(previewHygiene(of("drop_caches"), "fill").map(({ text }) => text)).toEqual([
      "DROP DATABASE IF EXISTS `primacy_bench_1`",
      "CREATE DATABASE `primacy_bench_1`",
      "RESTART",
      "sync; echo 3 > /proc/sys/vm/drop_caches",
      "fill",
    ]);
    expect(describeHygiene(fieldsOf(), 3)).toEqual([]);
    const codes = describeHygiene(fieldsOf({ hygiene: "drop_caches" }), 3).map(({ code }) => code);
    expect(codes).toEqual([
      "consequence.benchmark_fresh",
      "consequence.benchmark_restarts",
      "consequence.benchmark_caches",
    ]);
  });
});

describe("its price", () => {
  const of = (hygiene: "keep_tables" | "fresh_tables" | "restart_servers" | "drop_caches") =>
    estimateHygiene({ hygiene, workload: sysbenchLoad }, 3);

  it("rises with each level, with the rows and with the members, and is nothing where nothing is done", () => {
    expect(of("keep_tables")).toBe(0);
    // 40,000 rows.
    expect(of("fresh_tables")).toBe(4);
    expect(of("restart_servers")).toBeGreaterThan(of("fresh_tables") + 30);
    expect(of("drop_caches")).toBeGreaterThan(of("restart_servers"));
    const five = estimateHygiene({ hygiene: "restart_servers", workload: sysbenchLoad }, 5);
    expect(five).toBeGreaterThan(of("restart_servers"));
  });

  it("is in the estimate of the whole once for each run", () => {
    const [kept, fresh] = [fieldsOf(), fieldsOf({ hygiene: "fresh_tables" })];
    // 2 arms, 6 blocks.
    expect(estimateBenchmark(fresh) - estimateBenchmark(kept)).toBeCloseTo(12 * 4);
  });

  it("is what it was measured to be as soon as one run has begun", () => {
    const run = (change: Partial<BenchmarkRun>): BenchmarkRun => ({
      id: "r",
      ordinal: 0,
      block: 0,
      threads: 16,
      arm: 0,
      state: "waiting",
      startedAt: null,
      endedAt: null,
      figures: null,
      reason: null,
      ...change,
    });
    const at = "2026-11-28T00:00:00.000Z";
    const done = { state: "done", startedAt: at, endedAt: "2026-11-28T00:00:37.000Z" } as const;
    const preparation: RunPreparation[] = [
      { kind: "clear", name: null, ms: 1_000 },
      { kind: "restart", name: "db2", ms: 59_000 },
    ];
    const benchmark = {
      ...fieldsOf({ hygiene: "restart_servers", blocks: 1 }),
      arms: [
        { name: "Direct", endpoints: [] },
        { name: "VIP", endpoints: [] },
      ],
      system: null,
    };
    const assumed = estimateHygiene(benchmark, 3);
    expect(secondsLeft({ ...benchmark, runs: [run({}), run({})] })).toBe(2 * (37 + assumed));
    expect(secondsLeft({ ...benchmark, runs: [run({ ...done, preparation }), run({})] })).toBe(37 + 60);
    // Half done: nothing says how long the whole takes.
    const half = run({ preparation });
    expect(secondsLeft({ ...benchmark, runs: [half] })).toBe(37 + assumed);
  });
});

describe("its checks", () => {
  const host = (n: number, changes: Partial<DatabaseHost> = {}): DatabaseHost => ({
    name: `db${n}`,
    operator: "running",
    canDrop: true,
    bootId: `boot-${n}`,
    ownsKernel: true,
    ...changes,
  });
  const whole = groupOf([member(1), member(2), member(3)], { targetMemberId: "m3" });
  const sight = (changes: Partial<HygieneSight> = {}): HygieneSight => ({
    isProduction: false,
    pausedVip: null,
    restart: whole,
    hosts: [1, 2, 3].map((n) => host(n)),
    ...changes,
  });
  const found = (hygiene: HygieneSight, level: "restart_servers" | "drop_caches" = "drop_caches") =>
    checkBenchmark(snapshotOf({ fields: fieldsOf({ hygiene: level }), hygiene })).checks.filter(
      ({ result }) => result === "fail",
    );

  it("pass where each host has a kernel of its own and a host operator, and the group can do without each member", () => {
    const { checks, hasFailures } = checkBenchmark(
      snapshotOf({ fields: fieldsOf({ hygiene: "drop_caches" }), hygiene: sight() }),
    );
    expect(hasFailures).toBe(false);
    expect(checks.slice(-3).map(({ code, result }) => [code, result])).toEqual([
      ["benchmark_production", "pass"],
      ["benchmark_caches", "pass"],
      ["benchmark_restart", "pass"],
    ]);
  });

  it("ask nothing where no server is restarted", () => {
    const codes = checkBenchmark(snapshotOf()).checks.map(({ code }) => code);
    for (const code of ["benchmark_production", "benchmark_caches", "benchmark_restart"])
      expect(codes).not.toContain(code);
  });

  type Row = readonly [title: string, hygiene: HygieneSight, said: string];
  const reason = message("why.no_answer");
  const rows: readonly Row[] = [
    ["a cluster that is marked as production", sight({ isProduction: true }), "marked as production"],
    ["a write VIP that is paused", sight({ pausedVip: "10.77.0.100" }), "10.77.0.100 is paused"],
    [
      "hosts of one kernel, as those of a lab",
      sight({ hosts: [host(1, { bootId: "b" }), host(2, { bootId: "b" }), host(3)] }),
      "db1, db2 share a kernel",
    ],
    [
      "a host that is a container by itself",
      sight({ hosts: [host(1), host(2, { ownsKernel: false })] }),
      "db2 share a kernel with others",
    ],
    [
      "hosts of a lab by that alone, though their host operators are off as well",
      sight({ hosts: [1, 2].map((n) => host(n, { ownsKernel: false, operator: "off" })) }),
      "db1, db2 share a kernel",
    ],
    ["a host operator that is off", sight({ hosts: [host(1, { operator: "off" }), host(2)] }), "db1 is off"],
    [
      "a host operator that is silent",
      sight({ hosts: [host(1, { operator: "silent" }), host(2)] }),
      "db1 is on, but",
    ],
    [
      "an agent that does not answer",
      sight({ hosts: [host(1, { operator: { kind: "agent", reason }, bootId: null }), host(2)] }),
      "agent of db1",
    ],
    [
      "an agent of an older release",
      sight({ hosts: [host(1, { canDrop: false, ownsKernel: false }), host(2)] }),
      "db1 is of an older release",
    ],
  ];
  it.each(rows)("refuse %s, and say why", (_title, hygiene, said) => {
    const failed = found(hygiene);
    expect(failed).toHaveLength(1);
    expect(failed[0]?.evidence.text).toContain(said);
    expect(failed[0]?.remedy).not.toBeNull();
  });

  it("need no host operator where caches are kept", () => {
    expect(found(sight({ hosts: [] }), "restart_servers")).toEqual([]);
  });

  it("name what a rolling restart has against it: a group of two cannot do without one", () => {
    const two = groupOf([member(1), member(2)], { targetMemberId: "m2" });
    expect(found(sight({ restart: two }), "restart_servers").map(({ code }) => code)).toEqual([
      "restart_members",
    ]);
  });
});
