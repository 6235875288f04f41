import {
  type ClusterProxy,
  type DrillFault,
  defaultVipTimings,
  formatMessage,
  type ProxyTimings,
} from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { haproxyTimings } from "../../proxy/haproxy/haproxy-config";
import type { DrillFacts } from "./predict-drill";
import { type AskedWays, predictWays } from "./predict-ways";

const group = { minExpelSeconds: 0, maxExpelSeconds: 0, isGreatSql: false, flpSeconds: null };
const facts: DrillFacts = { group, timings: defaultVipTimings };
const common = { clusterId: "c", createdAt: "2026-11-28T05:00:00.000Z" };
const hostOf = (hostId: string, address: string) => ({ hostId, name: hostId, address });

const router = (timings?: ProxyTimings): ClusterProxy => ({
  ...common,
  ...{ id: "p1", kind: "router", address: null, hosts: [hostOf("h9", "10.0.0.31")] },
  ports: { write: 6446, read: 6447, split: 6450 },
  ...(timings === undefined ? {} : { timings }),
});
const haproxy = (timings?: ProxyTimings): ClusterProxy => ({
  ...common,
  ...{
    id: "p2",
    kind: "haproxy",
    address: "10.0.0.110",
    prefixLength: 24,
    virtualRouterId: 60,
    checkPort: 7434,
  },
  hosts: [hostOf("h8", "10.0.0.32"), hostOf("h1", "10.0.0.11")],
  ports: { write: 3307, read: 3308, split: null },
  ...(timings === undefined ? {} : { timings }),
});
const known = [router({ routerTtlSeconds: 0.5 }), haproxy(haproxyTimings)];
const routerWrites = { address: "10.0.0.31", port: 6446 };
const haproxyWrites = { address: "10.0.0.110", port: 3307 };
const asked = (fault: DrillFault, change: Partial<AskedWays> = {}): AskedWays => ({
  ...{
    fault,
    endpoints: [{ address: "10.0.0.100", port: 3306 }, routerWrites, haproxyWrites],
    targetHostId: "h7",
  },
  ...change,
});
const kill: DrillFault = { kind: "kill_mysqld", restarts: false };
const spans = (fault: DrillFault, of: DrillFacts = facts) =>
  predictWays(of, asked(fault), known).map(({ endpoint, estimate }) => [
    endpoint.port,
    estimate.minMs,
    estimate.maxMs,
  ]);

describe("what is predicted of writes through proxies", () => {
  it.each<[DrillFault, readonly [number, number], readonly [number, number]]>([
    // The group's own share, then up to ttl and 0.2 s by MySQL Router; by HAProxy one check, the agent's look, and 0.2 s.
    [kill, [6_000, 7_900], [6_000, 8_200]],
    // An old primary that handed over is given up only after three checks.
    [{ kind: "switchover", memberId: null }, [5, 850], [5, 2_150]],
    [{ kind: "stop_mysqld" }, [100, 3_200], [100, 3_500]],
    // MySQL Router may wait for the silent server: 30 s from the fault, and for two connections of 5 s.
    [{ kind: "freeze_mysqld" }, [6_000, 40_700], [6_000, 8_200]],
    [{ kind: "cut_host" }, [6_000, 40_700], [6_000, 8_200]],
  ])("is the group's share and the proxy's own: %j", (fault, [least, most], [leastToo, mostToo]) => {
    expect(spans(fault)).toEqual([
      [6446, least, most],
      [3307, leastToo, mostToo],
    ]);
  });

  it("holds what was measured of MySQL Router in the lab, in milliseconds: docs/measurements.md", () => {
    const [[, minMs = 0, maxMs = 0] = []] = spans(kill);
    for (const measuredMs of [7_075, 7_403, 7_405]) {
      expect(measuredMs).toBeGreaterThanOrEqual(minMs);
      expect(measuredMs).toBeLessThanOrEqual(maxMs);
    }
  });

  it("grows with the ttl, and with interval, rise and fall", () => {
    const slow = [
      router({ routerTtlSeconds: 3 }),
      haproxy({ haproxyInterMs: 2_000, haproxyRise: 2, haproxyFall: 3 }),
    ];
    const found = predictWays(facts, asked(kill), slow).map(({ estimate }) => [
      estimate.minMs,
      estimate.maxMs,
    ]);
    expect(found).toEqual([
      [6_000, 10_400],
      [8_000, 11_700],
    ]);
  });

  it("has nothing of a server that starts again where it stays down, and says all in both languages", () => {
    const late = { ...facts, group: { ...group, minExpelSeconds: 5, maxExpelSeconds: 5 } };
    for (const restarts of [true, false])
      for (const { estimate } of predictWays(late, asked({ kind: "kill_mysqld", restarts }), known)) {
        const codes = estimate.parts.map(({ text }) => text.code);
        expect(codes.includes("downtime.restarted")).toBe(restarts);
        expect(codes.includes("downtime.role_check")).toBe(estimate.path === "haproxy");
        expect(estimate.parts.reduce((sum, part) => sum + part.maxMs, 0)).toBe(estimate.maxMs);
        for (const text of [...estimate.because, ...estimate.advice.map((one) => one.text)])
          for (const locale of ["en", "zh"] as const)
            expect(formatMessage(text, locale)).not.toMatch(/\{\w+/);
      }
  });

  it("is none where the record of a proxy does not tell how it finds the primary, or tells it of the other kind", () => {
    expect(predictWays(facts, asked(kill), [router(), haproxy()])).toEqual([]);
    expect(predictWays(facts, asked(kill), [router({}), haproxy({ routerTtlSeconds: 1 })])).toEqual([]);
    expect(predictWays(facts, asked(kill), [router(haproxyTimings)])).toEqual([]);
  });

  it("is none of other ports and addresses, and where no server told its variables", () => {
    const others = [6447, 6450].map((port) => ({ address: "10.0.0.31", port }));
    expect(predictWays(facts, asked(kill, { endpoints: others }), known)).toEqual([]);
    expect(predictWays({ ...facts, group: null }, asked(kill), known)).toEqual([]);
  });

  it("is none of faults of which nothing is known through a proxy, and of a proxy that is cut off itself", () => {
    for (const fault of [
      { kind: "cut_secondary", memberId: null },
      { kind: "cut_one_way", memberId: null, drops: "to_secondary" },
      { kind: "kill_agent" },
      { kind: "freeze_agent" },
    ] as const)
      expect(predictWays(facts, asked(fault), known)).toEqual([]);
    const beside = asked({ kind: "cut_host" }, { targetHostId: "h1" });
    expect(predictWays(facts, beside, known).map(({ endpoint }) => endpoint)).toEqual([routerWrites]);
    expect(predictWays(facts, asked(kill, { targetHostId: "h1" }), known)).toHaveLength(2);
  });
});
