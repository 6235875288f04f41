import type { Operation } from "@primacy/contract";
import { expect, it } from "vitest";
import { isOrdered } from "./ordered-moves";

const nowMs = Date.parse("2026-11-28T10:00:00.000Z");
type Row = Pick<Operation, "kind" | "state" | "finishedAt">;
const of = (kind: Row["kind"], state: Row["state"] = "running", finishedAt: string | null = null): Row[] => [
  { kind, state, finishedAt },
];

it.each([
  ["a drill that runs", of("drill"), "loss", true],
  [
    "a switchover that ended just now",
    of("switchover", "succeeded", "2026-11-28T09:59:58.000Z"),
    "handover",
    true,
  ],
  ["a switchover of long ago", of("switchover", "succeeded", "2026-11-28T09:59:00.000Z"), "handover", false],
  ["a switchover, where the primary is lost", of("switchover"), "loss", false],
  ["one that waits its turn", of("switchover", "queued"), "handover", false],
  ["a check", of("vip.check"), "address", false],
  ["a VIP that is set up, where an address is away", of("vip.apply"), "address", true],
  ["a VIP that is set up, where the primary is lost", of("vip.apply"), "loss", false],
  ["a benchmark, where the primary is lost", of("benchmark"), "loss", false],
  ["a benchmark, where the primary hands over", of("benchmark"), "handover", true],
  ["nothing", [], "handover", false],
] as const)("what happens beside %s is ordered or not", (_what, operations, how, expected) => {
  expect(isOrdered(operations, nowMs, how)).toBe(expected);
});
