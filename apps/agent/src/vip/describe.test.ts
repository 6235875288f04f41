import { formatMessage, message, quote } from "@primacy/contract";
import {
  createVipState,
  explainVip,
  type NotPrimaryReason,
  stepVip,
  type VipInput,
  type VipState,
} from "@primacy/core/vip";
import { describe, expect, test } from "vitest";
import { planTestDocument } from "../testing/test-document";
import { describeReasons, describeRelease } from "./describe";
import { planVipConfigs } from "./plan-config";

/** A host whose last look at its server showed a primary, and whose probe then saw something else. */
function seeByProbe(reason: NotPrimaryReason, role: "PRIMARY" | "SECONDARY"): VipState {
  const [config] = planVipConfigs(planTestDocument());
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
  feed({
    kind: "role-observed",
    observation: { memberState: "ONLINE", role: "PRIMARY", singlePrimary: true },
  });
  const outcome = { kind: "not-primary", reason, observed: { memberState: "ONLINE", role } } as const;
  const { probeId = 0 } = state.probe.running ?? {};
  feed({ kind: "probe-finished", probeId, startedAtMs: nowMs, outcome });
  return state;
}

const reasonsOf = (state: VipState): string =>
  describeReasons(state, explainVip(state, state.lastStepMs), new Map())
    .map(({ text }) => text)
    .join(" ");

describe("why a host releases", () => {
  test("an act that failed is told in the kernel's words, not in those of an earlier probe", () => {
    const state = seeByProbe("not-primary", "SECONDARY");
    const told = describeRelease(state, "action-failed", quote("RTM_NEWADDR failed: ENOBUFS"));
    expect(formatMessage(told, "zh")).toBe("无法更改地址：RTM_NEWADDR failed: ENOBUFS。");
    const lost = describeRelease(state, "action-failed", message("helper.lost"));
    expect(formatMessage(lost, "zh")).toBe("无法更改地址：地址助手进程已不在。");
  });

  test("a configuration that cannot be used is told as such", () => {
    const configProblem = message("config.nic", { field: "target.nic" });
    const told = describeRelease({ ...seeByProbe("not-primary", "SECONDARY"), configProblem }, "blocked");
    expect(told.text).toBe("The configuration cannot be used: target.nic is not a usable interface name.");
    expect(formatMessage(told, "zh")).toBe("该配置无法使用：target.nic 不是可用的网卡名。");
  });
});

describe("why a host does not hold the address", () => {
  test("a member that was just demoted is called what it is, not what it was", () => {
    const state = seeByProbe("not-primary", "SECONDARY");
    expect(reasonsOf(state)).toContain("it is SECONDARY, ONLINE");
    expect(describeRelease(state, "not-primary").text).toContain("it is SECONDARY, ONLINE");
  });

  test.each([
    ["super-read-only", "super_read_only"],
    ["offline-mode", "offline_mode"],
  ] as const)("a primary that must not be written to says why: %s", (reason, variable) => {
    const state = seeByProbe(reason, "PRIMARY");
    for (const text of [reasonsOf(state), describeRelease(state, "not-primary").text]) {
      expect(text).toContain(variable);
      expect(text).not.toContain("not the primary");
    }
  });

  test("a group whose mode cannot be read is not called multi-primary", () => {
    const state = seeByProbe("mode-unknown", "PRIMARY");
    for (const text of [reasonsOf(state), describeRelease(state, "not-primary").text]) {
      expect(text).toContain("group_replication_single_primary_mode");
      expect(text).not.toContain("multi-primary");
      expect(text).not.toContain("not the primary");
    }
  });
});
