import { formatMessage, type SwitchoverResult } from "@primacy/contract";
import { expect, test } from "vitest";
import { describeSwitchover, type SwitchoverOutcome } from "./describe-switchover";

const moved: SwitchoverResult = {
  fromMemberId: "01a1ff50-fc77-7166-8a15-cabf11542133",
  fromName: "db1",
  toMemberId: "01a1ff50-fc77-7166-8a15-cabf11542134",
  toName: "db2",
  primaryAfterMs: 41,
  releasedAfterMs: 60,
  heldAfterMs: 95,
  answeredAfterMs: 120,
};

test.each<[string, SwitchoverOutcome, SwitchoverResult | null, string, string]>([
  [
    "with a VIP",
    "succeeded",
    moved,
    "Switchover from db1 to db2 succeeded: db2 was the primary after 41 ms and its host held the VIP after 95 ms.",
    "主库已从 db1 切换到 db2：db2 在 41 毫秒后成为主库，其主机在 95 毫秒后持有 VIP。",
  ],
  [
    "without a VIP",
    "succeeded",
    { ...moved, heldAfterMs: null },
    "Switchover from db1 to db2 succeeded: db2 was the primary after 41 ms.",
    "主库已从 db1 切换到 db2：db2 在 41 毫秒后成为主库。",
  ],
  [
    "that was slow",
    "succeeded",
    { ...moved, primaryAfterMs: 6512, heldAfterMs: 21_634 },
    "Switchover from db1 to db2 succeeded: db2 was the primary after 6.51 s and its host held the VIP after 21.6 s.",
    "主库已从 db1 切换到 db2：db2 在 6.51 秒后成为主库，其主机在 21.6 秒后持有 VIP。",
  ],
  [
    "ordered by a worker that is gone",
    "succeeded",
    { ...moved, primaryAfterMs: null },
    "Switchover from db1 to db2 succeeded.",
    "主库已从 db1 切换到 db2。",
  ],
  [
    "whose VIP did not follow",
    "failed",
    moved,
    "Switchover from db1 to db2: failed.",
    "从 db1 到 db2 的主库切换：失败。",
  ],
  ["that was not ordered", "cancelled", null, "Switchover to db2: cancelled.", "到 db2 的主库切换：已取消。"],
])("a switchover %s is told with what is known of it", (_what, outcome, result, english, chinese) => {
  const text = describeSwitchover(outcome, result, "db2");
  expect(text.text).toBe(english);
  expect(formatMessage(text, "zh")).toBe(chinese);
});
