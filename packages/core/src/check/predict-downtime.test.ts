import {
  type DowntimeEstimate,
  defaultVipTimings,
  formatMessage,
  type ProxyTimings,
} from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { type FailoverFacts, groupFailoverSeconds } from "./downtime";
import { predictDowntime, predictSwitchover } from "./predict-downtime";
import { proxyFactsOf } from "./proxy-downtime";

function facts(expelSeconds: number, change: Partial<FailoverFacts> = {}): FailoverFacts {
  return {
    minExpelSeconds: expelSeconds,
    maxExpelSeconds: expelSeconds,
    majorityBoundSeconds: expelSeconds === 0 ? null : expelSeconds,
    isGreatSql: false,
    flpSeconds: null,
    majorityTimeout: { minSeconds: 4, maxSeconds: 4 },
    checkpointMs: 20,
    timings: defaultVipTimings,
    proxies: proxyFactsOf(),
    ...change,
  };
}

function find(of: FailoverFacts, fault: string, path = "vip"): DowntimeEstimate {
  const found = predictDowntime(of).find((one) => one.fault === fault && one.path === path);
  if (found === undefined) throw new Error(`no estimate of ${fault} through ${path}`);
  return found;
}

function holds({ minMs, maxMs }: { minMs: number; maxMs: number }, measuredMs: readonly number[]): boolean {
  return measuredMs.every((one) => one >= minMs && one <= maxMs);
}

function through(told: ProxyTimings): FailoverFacts {
  return facts(0, { proxies: proxyFactsOf(told) });
}

const router = through({ routerTtlSeconds: 0.5 });
/** As HAProxy is in the lab. */
const haproxy = through({ haproxyInterMs: 500, haproxyRise: 1, haproxyFall: 2 });

describe("the prediction of how long writes stop", () => {
  // Median, 95th percentile and longest of 20 runs each, in milliseconds: docs/measurements.md.
  it.each([
    ["the VIP at a switchover", find(facts(0), "switchover"), [111, 143, 365]],
    ["the VIP at a crash, expel timeout 0", find(facts(0), "crash"), [6_804, 7_181, 7_270]],
    ["the VIP at a crash, started again at once, expel timeout 5", find(facts(5), "crash"), [21_000, 33_000]],
    ["the VIP at a crash, expel timeout 5", find(facts(5), "crash"), [21_595, 22_088, 22_166]],
    ["MySQL Router at a switchover", find(router, "switchover", "router"), [294, 514, 546]],
    ["MySQL Router at a crash, expel timeout 0", find(router, "crash", "router"), [7_075, 7_403, 7_405]],
    [
      "MySQL Router at a crash, expel timeout 5",
      find(facts(5, { proxies: router.proxies }), "crash", "router"),
      [21_749, 22_327, 22_441],
    ],
    // The middle and the longest of four faults each, in the soak; of freezes those of the server and of its host. For HAProxy
    // without those where the group itself took 21.2 s and more.
    ["HAProxy at a switchover", find(haproxy, "switchover", "haproxy"), [300, 500, 700]],
    ["HAProxy at a freeze", find(haproxy, "freeze", "haproxy"), [6_600, 6_700, 6_900]],
    ["HAProxy at a partition", find(haproxy, "partition", "haproxy"), [6_610]],
    ["MySQL Router at a freeze", find(router, "freeze", "router"), [20_780, 30_090, 39_720, 40_610]],
    ["MySQL Router at a partition", find(router, "partition", "router"), [13_910, 30_500]],
    // A frozen mysqld and a host cut off by its switch port, six runs each with an expel timeout of 0.
    ["the VIP at a freeze", find(facts(0), "freeze"), [6_215, 6_450, 7_000]],
    ["the VIP at a partition", find(facts(0), "partition"), [6_350, 7_400]],
  ])("holds what was measured of %s", (_, estimate, measuredMs) => {
    expect(holds(estimate, measuredMs)).toBe(true);
  });

  it.each([
    ["0", 0, [6_724, 7_065, 7_135]],
    ["5", 5, [21_459, 22_020, 22_039]],
  ])("holds the group's own share with an expel timeout of %s", (_, expel, measuredMs) => {
    const { minSeconds, maxSeconds } = groupFailoverSeconds(facts(expel));
    expect(holds({ minMs: minSeconds * 1000, maxMs: maxSeconds * 1000 }, measuredMs)).toBe(true);
  });

  it("is as wide as the period of the suspicion thread, which makes it uniform", () => {
    const { minMs, maxMs } = find(facts(5), "crash");
    expect(maxMs - minMs).toBeGreaterThanOrEqual(15_000);
    const other = find(facts(5, { isGreatSql: true, flpSeconds: 5 }), "crash");
    expect(other.maxMs - other.minMs).toBeLessThan(4_000);
  });

  it("says what a GreatSQL that notices late would gain, and nothing where it notices as soon as MySQL does", () => {
    const late = find(facts(0, { isGreatSql: true, flpSeconds: 30 }), "crash");
    const soon = find(facts(0, { isGreatSql: true, flpSeconds: 5 }), "crash");
    expect(late.minMs - soon.minMs).toBe(25_000);
    expect(late.advice).toMatchObject([
      {
        variable: "group_replication_communication_flp_timeout",
        value: "5",
        minMs: soon.minMs,
        maxMs: soon.maxMs,
      },
    ]);
    expect(soon.advice).toEqual([]);
  });

  it("is the sum of its parts, each of which has its words in both languages", () => {
    for (const of of [
      facts(0),
      facts(5),
      facts(5, { isGreatSql: true, flpSeconds: 3 }),
      facts(0, { isGreatSql: true, flpSeconds: 30 }),
      facts(0, { checkpointMs: 300 }),
      router,
      through({ routerTtlSeconds: 3, haproxyInterMs: 3_000 }),
    ])
      for (const { parts, minMs, maxMs, because, advice } of predictDowntime(of)) {
        expect(parts.reduce((sum, part) => sum + part.minMs, 0)).toBe(minMs);
        expect(parts.reduce((sum, part) => sum + part.maxMs, 0)).toBe(maxMs);
        for (const text of [...because, ...advice.map((one) => one.text)])
          for (const locale of ["en", "zh"] as const)
            expect(formatMessage(text, locale)).not.toMatch(/\{\w+/);
      }
  });

  it("names the expel timeout and what 0 would give, where it is above 0", () => {
    const { advice } = find(facts(5), "crash");
    const best = find(facts(0), "crash");
    expect(advice).toMatchObject([
      {
        variable: "group_replication_member_expel_timeout",
        value: "0",
        minMs: best.minMs,
        maxMs: best.maxMs,
        fix: "expel_timeout",
      },
    ]);
    expect(predictDowntime(facts(0)).flatMap((one) => one.advice)).toEqual([]);
  });

  it("says of a cut-off primary how long its direct clients wait, and names the variable where it is for ever", () => {
    const endless = find(facts(0, { majorityTimeout: { minSeconds: 0, maxSeconds: 4 } }), "partition");
    expect(endless.because.map((one) => one.code)).toContain("downtime.minority_endless");
    expect(endless.advice).toMatchObject([{ fix: "majority_timeout", value: "4" }]);
    const bounded = find(facts(0), "partition");
    expect(bounded.because.map((one) => one.code)).toContain("downtime.minority_bounded");
    expect(bounded.advice).toEqual([]);
  });

  it("takes the slowest member where the expel timeouts differ", () => {
    const { minMs, maxMs } = find(facts(0, { maxExpelSeconds: 5 }), "crash");
    expect([minMs, maxMs]).toEqual([find(facts(0), "crash").minMs, find(facts(5), "crash").maxMs]);
  });

  it("adds the wait for a host that cannot confirm its release, in full at most", () => {
    const waits = ["freeze", "partition"].map((fault) => find(facts(0), fault).maxMs);
    expect(waits).toEqual([7_800 + 3_808, 7_800 + 3_808]);
  });

  it("knows nothing of proxies that nobody described, and adds HAProxy's checks where they are known", () => {
    expect(predictDowntime(facts(0)).every((one) => one.path === "vip")).toBe(true);
    const checked = through({ haproxyInterMs: 1_000 });
    expect(find(checked, "crash", "haproxy").parts.at(-1)).toMatchObject({ minMs: 1_000, maxMs: 2_200 });
    expect(find(checked, "switchover", "haproxy").parts.at(-1)).toMatchObject({ minMs: 1_000, maxMs: 3_200 });
  });

  it("lets HAProxy send clients to a crashed primary for as long as it has not given it up", () => {
    const slow = through({ haproxyInterMs: 5_000, haproxyFall: 4 });
    const group = find(facts(0), "crash").maxMs - 600;
    expect(find(slow, "crash", "haproxy").maxMs).toBe(4 * 5_000 + 200);
    expect(find(through({ haproxyFall: 3 }), "crash", "haproxy").maxMs).toBe(group + 2 * 2_000 + 200);
  });

  it("takes what is not told of HAProxy as it is by default, and nothing for a Router that was not told of", () => {
    const unknown = { routerTtlMs: null, routerReadTimeoutMs: 30_000, haproxy: null };
    expect(proxyFactsOf()).toEqual(unknown);
    expect(proxyFactsOf({})).toEqual(unknown);
    expect(proxyFactsOf({ haproxyFall: 5, routerTtlSeconds: 0.5 })).toEqual({
      routerTtlMs: 500,
      routerReadTimeoutMs: 30_000,
      haproxy: { intervalMs: 2_000, rise: 2, fall: 5 },
    });
  });

  it("takes twice as long for a check that a silent primary never answers", () => {
    const slow = through({ haproxyInterMs: 5_000, haproxyFall: 4 });
    for (const fault of ["freeze", "partition"])
      expect(find(slow, fault, "haproxy").maxMs).toBe(2 * 4 * 5_000 + 200);
    for (const fault of ["freeze", "partition"])
      expect(find(haproxy, fault, "haproxy").maxMs).toBe(find(haproxy, "crash", "haproxy").maxMs);
  });

  it("lets MySQL Router wait for a silent server by its own time limits, from the fault on", () => {
    const crash = find(router, "crash", "router");
    for (const fault of ["freeze", "partition"]) {
      const silent = find(router, fault, "router");
      expect(silent.minMs).toBe(crash.minMs);
      expect(silent.maxMs).toBe(30_000 + 2 * 5_000 + 500 + 200);
      expect(silent.parts.at(-1)).toMatchObject({ text: { code: "downtime.router_wait" }, minMs: 0 });
    }
    const patient = facts(60, { proxies: router.proxies });
    // Nobody starts a frozen server again.
    const late = find(patient, "crash", "router").maxMs - 11_000;
    expect(find(patient, "freeze", "router").maxMs).toBe(late + 2 * 5_000);
  });

  it("names the Router's read timeout where a shorter one ends a wait sooner", () => {
    for (const fault of ["freeze", "partition"])
      expect(find(router, fault, "router").advice).toMatchObject([
        { variable: "read_timeout", value: "5", maxMs: 7_200 + 2 * 5_000 + 500 + 200, fix: null },
      ]);
    const patient = facts(60, { proxies: router.proxies });
    for (const [of, fault] of [
      [router, "crash"],
      [router, "switchover"],
      [patient, "freeze"],
    ] as const) {
      const { advice } = find(of, fault, "router");
      expect(advice.map((one) => one.variable)).not.toContain("read_timeout");
    }
  });

  it("leaves the advice for direct clients of a cut-off primary to the VIP's prediction", () => {
    const endless = facts(0, {
      majorityTimeout: { minSeconds: 0, maxSeconds: 4 },
      proxies: haproxy.proxies,
    });
    expect(find(endless, "partition").advice).toMatchObject([{ fix: "majority_timeout" }]);
    expect(find(endless, "partition", "haproxy").advice).toEqual([]);
  });

  it("predicts each fault through each proxy, and says of a silent primary whose wait it leaves out", () => {
    const of = through({ routerTtlSeconds: 2, haproxyInterMs: 2_000 });
    const said = predictDowntime(of).filter((one) => one.path !== "vip");
    expect(said.map(({ path, fault }) => `${path} ${fault}`)).toEqual([
      "router switchover",
      "router crash",
      "router freeze",
      "router partition",
      "haproxy switchover",
      "haproxy crash",
      "haproxy freeze",
      "haproxy partition",
    ]);
    for (const { fault, because } of said)
      expect(because.some((one) => one.code === "downtime.proxy_unsaid")).toBe(
        fault === "freeze" || fault === "partition",
      );
  });

  it("names the setting of a proxy and what a smaller one would give, beside the group's own", () => {
    const of = { ...through({ routerTtlSeconds: 5, haproxyInterMs: 3_000 }), maxExpelSeconds: 5 };
    const quick = { ...through({ routerTtlSeconds: 0.5, haproxyInterMs: 500 }), maxExpelSeconds: 5 };
    for (const [path, variable, value] of [
      ["router", "ttl", "0.5"],
      ["haproxy", "inter", "500ms"],
    ] as const) {
      const { advice } = find(of, "crash", path);
      const best = find(quick, "crash", path);
      expect(advice).toMatchObject([
        { variable: "group_replication_member_expel_timeout", value: "0", fix: "expel_timeout" },
        { variable, value, minMs: best.minMs, maxMs: best.maxMs, fix: null },
      ]);
      expect(best.advice.map((one) => one.variable)).toEqual(["group_replication_member_expel_timeout"]);
      expect(find(of, "switchover", path).advice.map((one) => one.variable)).toEqual([variable]);
    }
    expect(find(of, "crash").advice.map((one) => one.variable)).toEqual([
      "group_replication_member_expel_timeout",
    ]);
  });

  it("adds what the target of a switchover has still to apply", () => {
    expect(predictSwitchover(true, { lagMs: 750.4 }).maxMs - predictSwitchover(true).maxMs).toBe(750);
    expect(predictSwitchover(false).parts).toHaveLength(1);
  });

  it("adds the wait for the applier's checkpoint to a switchover, and says what a shorter period would give", () => {
    const asByDefault = find(facts(0, { checkpointMs: 300 }), "switchover");
    const best = find(facts(0), "switchover");
    expect(asByDefault.maxMs - best.maxMs).toBe(280);
    expect(asByDefault.advice).toMatchObject([
      { variable: "replica_checkpoint_period", value: "20", maxMs: best.maxMs, fix: "checkpoint_period" },
    ]);
    expect(predictSwitchover(true, { checkpointMs: 300 }).maxMs - predictSwitchover(true).maxMs).toBe(300);
    expect(find(facts(0, { checkpointMs: 0 }), "switchover").parts).toHaveLength(2);
    expect(find(facts(0, { checkpointMs: null }), "switchover").advice).toEqual([]);
  });
});
