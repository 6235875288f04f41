import { formatMessage } from "@primacy/contract";
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
  const course = describeCourse("direct", attempts, { fromMs: 1_000, toMs: 1_500 }, 1_000);
  expect(course.map((one) => formatMessage(one, "en"))).toEqual([
    "-250 ms, direct client: 1 sent, 1 acknowledged in 3 to 3 ms",
    "0 ms, direct client: 4 sent, 2 acknowledged in 640 to 900 ms, ECONNREFUSED 2",
    "250 ms, direct client: nothing sent",
    "500 ms, direct client: nothing sent",
  ]);
  const refused = describeCourse("address", attempts.slice(1, 3), { fromMs: 1_250, toMs: 1_250 }, 1_000);
  expect(refused.map(({ code }) => code)).toEqual(["drill.course_failed", "drill.course_idle"]);
});

it("says no more than ten seconds of a long one", () => {
  expect(describeCourse("address", [], { fromMs: 0, toMs: 90_000 }, 0)).toHaveLength(40);
});
