import { expect, it } from "vitest";
import { planRouter, planRouterRemoval, type RouterPlanInput } from "./plan-router";

const proxyId = "0190c0de-0000-7000-8000-00000000abcd";
const step = {
  proxyId,
  ...{ clusterId: "c", clusterName: "main", hostId: "h", hostName: "px1", hostAddress: "10.0.0.9" },
  ...{ program: "/usr/bin/mysqlrouter", ports: { write: 6_446, read: 6_447, split: 6_450 } },
};
const input: RouterPlanInput = {
  ...step,
  ...{ user: "root", groupName: "g", writesMetadata: false },
  primary: { address: "10.0.0.1", port: 3_306 },
};
const draft = {
  ...({ id: proxyId, clusterId: "c", kind: "router", address: null, ports: step.ports } as const),
  hosts: [{ hostId: "h", name: "px1", address: "10.0.0.9" }],
};
const codesOf = (changes: Partial<RouterPlanInput> = {}): readonly string[] =>
  planRouter({ ...input, ...changes }, draft).steps.map(({ code }) => code);

it("keeps nothing before both ways are proved", () => {
  expect(codesOf()).toEqual([
    "proxy.store",
    "router.account",
    "router.bootstrap",
    "router.serve",
    "proxy.prove",
    "router.prove_read",
    "router.keep",
  ]);
  expect(planRouter(input, draft).steps.every(({ isReversible }) => isReversible)).toBe(true);
});

it("writes metadata only where it is told to, and says that it is for labs alone", () => {
  expect(codesOf({ writesMetadata: true })).toContain("router.metadata");
  const told = (writesMetadata: boolean): string =>
    planRouter({ ...input, writesMetadata }, draft)
      .consequences.map(({ text }) => text)
      .join(" ");
  expect(told(true)).toContain("for labs alone");
  expect(told(false)).not.toContain("lab");
});

it("shows every command and statement, and no password in any of them or in a step's input", () => {
  const planned = planRouter({ ...input, writesMetadata: true }, draft);
  const shown = planned.steps.flatMap(({ preview }) => preview.map(({ text }) => text)).join("\n");
  expect(shown).toContain("/usr/bin/mysqlrouter --bootstrap primacy_router_800000000000abcd@10.0.0.1:3306");
  expect(shown).toContain("IDENTIFIED BY '********'");
  expect(JSON.stringify(planned.steps.map((one) => one.input))).not.toMatch(/password/i);
});

it("stops before it deletes, and forgets the record last", () => {
  const { steps } = planRouterRemoval(step, { id: proxyId });
  expect(steps.map(({ code }) => code)).toEqual([
    "router.stop",
    "router.clean",
    "router.forget",
    "proxy.forget",
  ]);
});
