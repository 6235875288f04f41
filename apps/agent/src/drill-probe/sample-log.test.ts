import type { ProbeSample } from "@primacy/contract";
import { expect, test } from "vitest";
import { SampleLog } from "./sample-log";

const times = { endpoint: 1, dueMs: 79_095_238.625919, startedMs: 79_095_238.7, endedMs: 79_095_240.1 };

/** One of each lane in turn. */
function sampleOf(seq: number): ProbeSample {
  const common = {
    ...times,
    seq,
    error: seq % 5 === 0 ? "ECONNREFUSED" : null,
    serverUuid: `server-${seq % 3}`,
  };
  if (seq % 3 === 0) return { lane: "write", ...common, isSent: seq % 2 === 0 };
  if (seq % 3 === 1) return { lane: "login", ...common, serverUuid: null };
  return { lane: "read", ...common, ackedRows: seq, ackedLast: seq - 1, rows: seq + 1, last: -1 };
}

test("gives back every attempt as it was, over the end of a block too, from where one asks and so many as one asks for", () => {
  const log = new SampleLog();
  const all = Array.from({ length: 2_500 }, (_, seq) => sampleOf(seq));
  expect(log.list(0, 10)).toEqual([]);
  for (const sample of all) log.add(sample);
  expect(log.count).toBe(2_500);
  expect(log.list(0, 5_000)).toEqual(all);
  expect(log.list(1_000, 100)).toEqual(all.slice(1_000, 1_100));
  expect(log.list(2_490, 100)).toEqual(all.slice(2_490));
  expect(log.list(9_999, 100)).toEqual([]);
});
