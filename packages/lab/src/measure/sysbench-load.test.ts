import { describe, expect, it } from "vitest";
import { parseReport } from "./sysbench-load";

describe("parseReport", () => {
  it("reads the transactions per second of a report", () => {
    const line =
      "[ 15s ] thds: 8 tps: 317.47 qps: 6357.55 (r/w/o: 4451.35/1271.47/634.73) lat (ms,95%): 55.82 err/s: 0.00 reconn/s: 0.00";
    expect(parseReport(line)).toBe(317.47);
  });

  it("passes over everything else that sysbench prints", () => {
    expect(parseReport("    transactions:                        27296  (303.20 per sec.)")).toBeNull();
    expect(parseReport("Threads started!")).toBeNull();
    expect(parseReport("")).toBeNull();
  });
});
