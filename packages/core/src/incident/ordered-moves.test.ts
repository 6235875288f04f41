import type { Operation } from "@primacy/contract";
import { expect, it } from "vitest";
import { isOrdered } from "./ordered-moves";

const nowMs = Date.parse("2026-11-28T10:00:00.000Z");
type Row = Pick<Operation, "kind" | "state" | "startedAt" | "finishedAt">;
const of = (kind: Row["kind"], finishedAt: string | null = null): Row[] => [
  {
    kind,
    state: finishedAt === null ? "running" : "succeeded",
    startedAt: "2026-11-28T09:58:00.000Z",
    finishedAt,
  },
];
const queued = (kind: Row["kind"], finishedAt: string | null = null): Row[] => [
  { kind, state: finishedAt === null ? "queued" : "cancelled", startedAt: null, finishedAt },
];

it.each([
  ["a drill that runs", of("drill"), "loss", true],
  ["a switchover that ended just now", of("switchover", "2026-11-28T09:59:58.000Z"), "handover", true],
  ["a switchover of long ago", of("switchover", "2026-11-28T09:59:00.000Z"), "handover", false],
  ["a switchover, where the primary is lost", of("switchover"), "loss", false],
  ["one that waits its turn", queued("switchover"), "handover", false],
  [
    "one that was called off as it waited",
    queued("switchover", "2026-11-28T09:59:59.000Z"),
    "handover",
    false,
  ],
  ["a check", of("vip.check"), "address", false],
  ["a VIP that is set up, where an address is away", of("vip.apply"), "address", true],
  ["a VIP that is set up, where the primary is lost", of("vip.apply"), "loss", false],
  ["a benchmark, where the primary is lost", of("benchmark"), "loss", false],
  ["a benchmark, where the primary hands over", of("benchmark"), "handover", true],
  ["nothing", [], "handover", false],
] as const)("what happens beside %s is ordered or not", (_what, operations, how, expected) => {
  expect(isOrdered(operations, { wellMs: nowMs - 1_000, nowMs }, how)).toBe(expected);
});

it.each([
  ["after the last look that was well", 40_000, true],
  ["before it", 20_000, false],
])("where nobody looked for a while, what ended %s counts or does not", (_what, lookedAgoMs, expected) => {
  const operations = of("switchover", "2026-11-28T09:59:30.000Z");
  expect(isOrdered(operations, { wellMs: nowMs - lookedAgoMs, nowMs }, "handover")).toBe(expected);
});
