import { expect, it } from "vitest";
import { describeCourse } from "./client-course";

const tried = (startedMonotonicMs: number, tookMs: number, error: string | null = null) => ({
  ...{ startedMonotonicMs, endedMonotonicMs: startedMonotonicMs + tookMs, acked: error === null, error },
});

it("tells for each quarter of a second what was sent and what became of it", () => {
  const attempts = [
    ...[tried(760, 3), tried(1_000, 20, "ECONNREFUSED"), tried(1_040, 20, "ECONNREFUSED")],
    ...[tried(1_100, 900), tried(1_249, 640), tried(9_000, 1)],
  ];
  expect(describeCourse("a client", attempts, { fromMs: 1_000, toMs: 1_500 }, 1_000)).toEqual([
    "-250 ms a client: 1 sent, 1 acknowledged in 3 to 3 ms",
    "0 ms a client: 4 sent, 2 acknowledged in 640 to 900 ms, ECONNREFUSED 2",
    "250 ms a client: 0 sent",
    "500 ms a client: 0 sent",
  ]);
});

it("says no more than ten seconds of a long one", () => {
  expect(describeCourse("a client", [], { fromMs: 0, toMs: 90_000 }, 0)).toHaveLength(40);
});
