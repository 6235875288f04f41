import {
  type ClusterProxy,
  type DrillFault,
  defaultVipTimings,
  formatMessage,
  type Message,
  message,
} from "@primacy/contract";
import { HostFault } from "@primacy/contract/agent";
import { describe, expect, it } from "vitest";
import { checkDrill } from "./check-drill";
import { type ChosenProxy, chooseProxy, leadsThrough, placeOnProxy } from "./choose-proxy";
import type { DrillInput } from "./drill-input";
import type { DrillMember, DrillProxySight, DrillSnapshot } from "./drill-snapshot";
import { hostFaultOf } from "./host-fault";
import { planDrill, waitOf } from "./plan-drill";
import { predictDrill } from "./predict-drill";

type Kill = Extract<DrillFault, { readonly kind: "kill_proxy" }>;

const killOf = (program: Kill["program"], restarts = false, proxyId: string | null = null): Kill => ({
  kind: "kill_proxy",
  ...{ proxyId, program, restarts },
});
const kills = (["mysqlrouter", "haproxy", "keepalived"] as const).flatMap((program) => [
  killOf(program),
  killOf(program, true),
]);
const hostOf = (n: number) => ({ hostId: `p${n}`, name: `px${n}`, address: `10.0.0.2${n}` });
const common = { clusterId: "c", createdAt: "2026-11-28T00:00:00.000Z" };
const haproxy: ClusterProxy = {
  ...{ ...common, id: "one", kind: "haproxy", hosts: [hostOf(1), hostOf(2)] },
  ...{ address: "10.0.0.110", prefixLength: 24, virtualRouterId: 7, checkPort: 7434 },
  ports: { write: 3307, read: 3308, split: null },
};
const routerOf = (n: number): ClusterProxy => ({
  ...{ ...common, id: `router${n}`, kind: "router", hosts: [hostOf(n)], address: null },
  ports: { write: 6446, read: 6447, split: 6450 },
});
const proxies = [haproxy, routerOf(1), routerOf(2)];
const at = (address: string, port: number) => ({ address, port });
const nothing = { endpoints: [], readEndpoints: [] };
const [holder = hostOf(1)] = haproxy.hosts;

describe("the proxy that is killed", () => {
  it("is the one that is named, and none where that has not the program", () => {
    expect(chooseProxy(killOf("mysqlrouter", false, "router2"), proxies, nothing)?.id).toBe("router2");
    expect(chooseProxy(killOf("mysqlrouter", false, "one"), proxies, nothing)).toBeNull();
    expect(chooseProxy(killOf("keepalived", false, "one"), proxies, nothing)?.id).toBe("one");
  });

  it("is one through which an endpoint leads, before all others with the program", () => {
    const choose = (kill: Kill, address: string, port: number) =>
      chooseProxy(kill, proxies, { ...nothing, endpoints: [at(address, port)] })?.id;
    expect(choose(killOf("mysqlrouter"), "10.0.0.22", 6446)).toBe("router2");
    expect(choose(killOf("mysqlrouter"), "10.0.0.110", 3307)).toBe("router1");
    expect(choose(killOf("haproxy"), "10.0.0.100", 3306)).toBe("one");
    expect(chooseProxy(killOf("haproxy"), [routerOf(1)], nothing)).toBeNull();
  });

  it("is not another one for an endpoint for reads, which decides only where no other leads through a proxy", () => {
    const choose = (endpoint: ReturnType<typeof at>) =>
      chooseProxy(killOf("mysqlrouter"), proxies, {
        endpoints: [endpoint],
        readEndpoints: [at("10.0.0.21", 6447)],
      })?.id;
    const readers = chooseProxy(killOf("mysqlrouter"), [...proxies].reverse(), {
      endpoints: [at("10.0.0.100", 3306)],
      readEndpoints: [at("10.0.0.21", 6447)],
    });
    expect(choose(at("10.0.0.22", 6446))).toBe("router2");
    expect(readers?.id).toBe("router1");
  });

  it("leads where it listens: at the address that moves, and at each of its hosts", () => {
    for (const address of ["10.0.0.110", "10.0.0.21", "10.0.0.22"])
      expect(leadsThrough(haproxy, [at(address, 3307)])).toBe(true);
    expect(leadsThrough(haproxy, [at("10.0.0.110", 3306), at("10.0.0.100", 3307)])).toBe(false);
  });

  it("has an endpoint at its host and one at the address that moves; Keepalived listens on no port", () => {
    expect(placeOnProxy(killOf("haproxy"), haproxy, holder)).toEqual({
      ...{ proxyId: "one", program: "haproxy", hostId: "p1", name: "px1", port: 3307 },
      doors: [at("10.0.0.21", 3307), at("10.0.0.110", 3307)],
      takeover: null,
    });
    expect(placeOnProxy(killOf("keepalived"), haproxy, holder).port).toBeNull();
    expect(placeOnProxy(killOf("mysqlrouter"), routerOf(1), holder).doors).toEqual([at("10.0.0.21", 6446)]);
  });
});

const memberOf = (n: number): DrillMember => ({
  ...{ memberId: `m${n}`, serverUuid: `u${n}`, name: `db${n}`, hostId: `h${n}` },
  ...{ address: `10.0.0.1${n}`, port: 3306 },
});
const chosenOf = (kill: Kill): ChosenProxy =>
  placeOnProxy(kill, kill.program === "mysqlrouter" ? routerOf(1) : haproxy, holder);
const sightOf = (kill: Kill): DrillProxySight => ({
  ...chosenOf(kill),
  ...{ operator: "running", canFault: true, isRunning: true, isWatched: true, shutEndpoints: [] },
});

function snapshotOf(kill: Kill, proxy: DrillSnapshot["proxy"]): DrillSnapshot {
  const endpoint = at("10.0.0.110", 3307);
  return {
    request: {
      ...{ fault: kill, endpoints: [endpoint], readEndpoints: [] },
      ...{ observerHostId: null, objectiveMs: 30_000 },
    },
    ...{ clusterName: "orders", allowsDrills: true, isSinglePrimary: true },
    members: ["db1", "db2", "db3"].map((name) => ({ name, state: "ONLINE" })),
    primary: memberOf(1),
    // The host of the primary has nothing to do: what it lacks counts for nothing.
    target: {
      ...memberOf(1),
      ...{ operator: "off", canFault: false, service: null, consoleAddress: null, consoleHostIds: [] },
    },
    ...{ other: null, proxy, othersAddresses: [] },
    observer: { hostId: "h4", name: "app1", agent: "ready" },
    ways: [
      {
        ...{ endpoint, label: "10.0.0.110", isVip: false },
        sight: { kind: "reached", member: "db1", isPrimary: true },
      },
    ],
    readWays: [],
    ...{ estimate: null, group: null },
  };
}

describe("the checks before a proxy is killed", () => {
  const shut = { endpoint: at("10.0.0.21", 3307), reason: message("why.connection_refused") };
  const codes = (kill: Kill, change: Partial<DrillProxySight> | "none" | "unheld" = {}) =>
    checkDrill(snapshotOf(kill, typeof change === "string" ? change : { ...sightOf(kill), ...change }))
      .checks.filter(({ result }) => result !== "pass")
      .map(({ result, evidence }) => [result, evidence.code]);

  it.each(kills)(
    "let $program be where its host can heal it, and ask nothing of the primary's host",
    (kill) => {
      expect(codes(kill)).toEqual([]);
    },
  );

  it.each<[string, Partial<DrillProxySight> | "none" | "unheld", readonly (readonly string[])[]]>([
    ["no such proxy", "none", [["fail", "check.drill_target.fail_proxy"]]],
    ["nobody has its address", "unheld", [["fail", "check.drill_target.fail_unheld"]]],
    ["no host operator there", { operator: "off" }, [["fail", "check.proxy_operator.fail_off"]]],
    [
      "its agent is silent",
      { operator: { kind: "agent", reason: message("why.no_answer") }, canFault: false, isRunning: null },
      [["fail", "check.proxy_operator.fail_agent"]],
    ],
    ["an old agent there", { canFault: false }, [["fail", "check.drill_service.fail_outdated"]]],
    ["its service is stopped", { isRunning: false }, [["fail", "check.drill_proxy.fail"]]],
    ["nobody would notice", { isWatched: false }, [["warn", "check.drill_proxy.warn_way"]]],
    [
      "an endpoint leads nowhere before it",
      { shutEndpoints: [shut] },
      [["warn", "check.drill_proxy.warn_door"]],
    ],
  ])("say: %s", (_what, change, expected) => {
    expect(codes(killOf("haproxy"), change)).toEqual(expected);
  });
});

describe("the plan of a proxy's death", () => {
  const inputOf = (kill: Kill): DrillInput => ({
    ...{ drillId: "d", clusterId: "c", fault: kill, primary: memberOf(1), other: null, consoleAddress: null },
    target: { ...memberOf(1), service: null },
    proxy: chosenOf(kill),
    observer: { hostId: "h4", name: "app1" },
    ways: [{ endpoint: at("10.0.0.110", 3307), label: "10.0.0.110", isVip: false, run: "r" }],
    readWays: [],
    ...{ objectiveMs: 30_000, waitMs: waitOf({ fault: { kind: "stop_mysqld" }, objectiveMs: 30_000 }, 0) },
  });

  it.each(kills)("asks its host to kill $program (restarts: $restarts), in both languages", (kill) => {
    const { steps, consequences } = planDrill(inputOf(kill), null);
    const [, , fault, , , heal] = steps;
    expect([fault?.hostId, heal?.hostName]).toEqual(["p1", "px1"]);
    const preview = fault?.preview.map(({ text }) => text) ?? [];
    expect(preview.at(-1)).toBe(`kill -KILL PIDS_OF_${kill.program.toUpperCase()}`);
    expect(preview).toHaveLength(kill.restarts ? 1 : 3);
    expect(consequences.map(({ code }) => code)).toEqual([
      `consequence.drill_kill_${kill.program}${kill.program === "keepalived" && kill.restarts ? "_restarts" : ""}`,
      "consequence.drill_deadline",
    ]);
    const texts: readonly Message[] = [...consequences, ...steps.map(({ title }) => title)];
    for (const text of texts)
      for (const language of ["en", "zh"] as const)
        expect(formatMessage(text, language)).not.toMatch(/[{}]|undefined/);
  });

  it("says when another Keepalived takes the address, where that is known", () => {
    const input = inputOf(killOf("keepalived"));
    const takeover = { minMs: 2_453, maxMs: 3_453 };
    const known = planDrill({ ...input, proxy: input.proxy && { ...input.proxy, takeover } }, null);
    const texts = known.consequences.map(({ text }) => text);
    expect(texts[1]).toMatch(/another Keepalived takes the address 2\.4\d s to 3\.4\d s later\.$/);
  });

  it("names the program and its port to the host, and promises no time", () => {
    expect(kills.map((kill) => HostFault.parse(hostFaultOf(inputOf(kill))))).toEqual(
      kills.map(({ program, restarts }) => ({
        ...{ name: "kill_proxy", program, restarts },
        port: { mysqlrouter: 6446, haproxy: 3307, keepalived: null }[program],
      })),
    );
    for (const kill of kills)
      expect(predictDrill({ group: null, timings: defaultVipTimings }, kill)).toBeNull();
  });
});
