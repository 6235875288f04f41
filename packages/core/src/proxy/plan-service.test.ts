import type { ClusterProxy } from "@primacy/contract";
import { expect, it } from "vitest";
import { findProxyUse, planProxyStart, planProxyStop } from "./plan-service";

const id = (last: number): string => `0198f3f0-6d1e-7c3a-9f0e-${String(last).padStart(12, "0")}`;
const hosts = [1, 2].map((n) => ({ hostId: id(n), name: `px${n}`, address: `10.0.0.2${n}` }));
const common = { id: id(9), clusterId: id(8), createdAt: "2026-01-01T00:00:00.000Z" };
const haproxy: ClusterProxy = {
  ...common,
  ...({ kind: "haproxy", hosts, address: "10.0.0.110", prefixLength: 24 } as const),
  ...{ ports: { write: 3307, read: 3308, split: null }, virtualRouterId: 60, checkPort: 7434 },
};
const router: ClusterProxy = {
  ...common,
  ...({ kind: "router", hosts: hosts.slice(0, 1), address: null } as const),
  ports: { write: 6446, read: 6447, split: null },
};
const unused = { probed: [], awaited: [] };
const named = ({ steps }: ReturnType<typeof planProxyStop>) => steps.map(({ title }) => title.text);

it("HAProxy stops after Keepalived has released the address, and nobody takes it for a failure meanwhile", () => {
  expect(named(planProxyStop(haproxy, unused))).toEqual([
    "Note who stopped the proxy",
    "Stop Keepalived on px2",
    "Stop Keepalived on px1",
    "Stop HAProxy on px2",
    "Stop HAProxy on px1",
  ]);
});

it("a start ends with the proof, and only then nobody has stopped the proxy any more", () => {
  expect(named(planProxyStart(haproxy)).map((title) => title.split(",")[0])).toEqual([
    "Start HAProxy on px1",
    "Start HAProxy on px2",
    "Start Keepalived on px1",
    "Start Keepalived on px2",
    "Connect through 10.0.0.110:3307 and see that it leads to the primary",
    "Note that nobody has stopped the proxy any more",
  ]);
});

it("every step of both is undone where a later one fails, and the consequences name what clients lose", () => {
  const plans = [
    planProxyStart(router),
    planProxyStop(router, { probed: ["10.0.0.21:6446"], awaited: ["nightly", "weekly"] }),
  ];
  for (const { steps } of plans) expect(steps.every(({ isReversible }) => isReversible)).toBe(true);
  const told = plans.map(({ consequences }) => consequences.map(({ text }) => text).join(" "));
  expect(told[0]).toContain("10.0.0.21:6446, 10.0.0.21:6447");
  expect(told[1]).toMatch(
    /lose their connections through 10\.0\.0\.21:6446, 10\.0\.0\.21:6447.* nightly, weekly will come through it.* prober of 10\.0\.0\.21:6446 /,
  );
  expect(planProxyStop(router, unused).consequences).toHaveLength(1);
});

it("the console's own clients of a proxy are found by its id and by its places, and no others", () => {
  const at = (address: string, port: number) => ({ address, port });
  const ref = (proxyId: string) => ({ kind: "proxy", proxyId, way: "write" }) as const;
  const use = findProxyUse(router, {
    probers: [at("10.0.0.21", 6446), at("10.0.0.21", 3306), at("10.0.0.110", 3307)],
    benchmarks: [
      { name: "by id", endpoints: [{ kind: "vip", vipId: id(7) }, ref(router.id)] },
      { name: "typed", endpoints: [{ kind: "custom", ...at("10.0.0.21", 6447) }] },
      { name: "other", endpoints: [ref(id(6)), { kind: "custom", ...at("10.0.0.22", 6447) }] },
    ],
    series: [
      { name: "drills", endpoints: [at("10.0.0.100", 3306), at("10.0.0.21", 6446)] },
      { name: "others", endpoints: [at("10.0.0.100", 3306)] },
    ],
  });
  expect(use).toEqual({ probed: ["10.0.0.21:6446"], awaited: ["by id", "typed", "drills"] });
});
