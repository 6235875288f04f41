import { createVipState, stepVip, type VipInput } from "@primacy/core/vip";
import { expect, test } from "vitest";
import { planTestDocument } from "../testing/test-document";
import { planVipConfigs } from "../vip/plan-config";
import { isReleased } from "./control-server";

test("a release by hand is not called done while a bind that was begun before may still reach the kernel", () => {
  const [config] = planVipConfigs(planTestDocument({ peers: [] }));
  if (config === undefined) {
    throw new Error("the document has no VIP");
  }
  let state = createVipState({ config, persisted: null, incarnationId: "0123456789abcdef", nowMs: 0 });
  let nowMs = 0;
  const feed = (input: VipInput): void => {
    nowMs += 1;
    state = stepVip(state, input, nowMs).state;
  };
  feed({ kind: "link-observed", state: "up" });
  feed({ kind: "kernel-observed", observation: { kind: "absent" } });
  const { strangerProbeId = 0 } = state.strangers.running ?? {};
  const nobody = { kind: "answered", macs: [] } as const;
  feed({ kind: "stranger-checked", strangerProbeId, startedAtMs: nowMs, outcome: nobody });
  const observation = { memberState: "ONLINE", role: "PRIMARY", singlePrimary: true } as const;
  feed({ kind: "role-observed", observation });
  const { probeId = 0 } = state.probe.running ?? {};
  const outcome = { kind: "primary", viewId: "v:1", serverUuid: "uuid" } as const;
  feed({ kind: "probe-finished", probeId, startedAtMs: nowMs, outcome });
  const { actionId = 0 } = state.inFlight ?? {};
  expect(state.inFlight?.kind).toBe("bind");

  feed({ kind: "operator-release", stay: true });
  expect(isReleased(state)).toBe(false);
  feed({ kind: "act-cancelled", actionId });
  expect(isReleased(state)).toBe(true);
});
