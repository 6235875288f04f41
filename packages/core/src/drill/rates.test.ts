import { message } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import type { HostAck } from "./primary-intervals";
import { checkRates, findDeadTime, type WrittenWhile } from "./rates";

const acks = (count: number, everyMs: number): HostAck[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ host: "db1", startedMs: index * everyMs, atMs: index * everyMs },
  }));
const clean: WrittenWhile = {
  clients: acks(1_000, 20),
  control: acks(400, 50),
  clientCount: 2,
  clientEveryMs: 40,
  controlEveryMs: 50,
  healthyMs: 20_000,
  leftOut: [],
};
const check = (given: Partial<WrittenWhile>) => checkRates({ ...clean, ...given });

describe("checkRates", () => {
  it("finds nothing where all that was due was written", () => {
    expect(check({})).toEqual([]);
  });

  it("asks the direct client for half of what was due in the time with a healthy primary", () => {
    expect(check({ control: acks(199, 100) })).toEqual([
      message("drill.few_direct_writes", { acked: 199, due: 400 }),
    ]);
  });

  it("asks the clients of the address for half of what the direct client's own rate lets expect", () => {
    expect(check({ clients: acks(499, 40) })).toEqual([
      message("drill.few_address_writes", { acked: 499, due: 1_000 }),
    ]);
    expect(check({ clients: acks(499, 40), control: acks(200, 100) })).toEqual([]);
  });

  it("leaves out the time in which the fault itself kept clients away, and no other", () => {
    const cut = acks(1_000, 20).filter(({ atMs }) => atMs < 3_000 || atMs >= 16_000);
    expect(check({ clients: cut })).toHaveLength(1);
    expect(check({ clients: cut, leftOut: [{ fromMs: 3_000, toMs: 16_000 }] })).toEqual([]);
  });

  it("refuses to judge a fault around which the group was hardly healthy", () => {
    expect(check({ healthyMs: 2_999 })).toEqual([message("drill.hardly_healthy", { healthyMs: 2_999 })]);
  });
});

describe("findDeadTime", () => {
  const reports = (...ends: number[]) => ends.map((endedMonotonicMs) => ({ endedMonotonicMs }));

  it("is null for a client that reports, whatever it reports", () => {
    expect(findDeadTime(reports(2_000, 6_500, 11_000), { fromMs: 0, toMs: 15_000 })).toBeNull();
  });

  it("finds a client that died, one that never began, and one that was silent in between", () => {
    expect(findDeadTime(reports(2_000), { fromMs: 0, toMs: 15_000 })).toBe(13_000);
    expect(findDeadTime([], { fromMs: 0, toMs: 15_000 })).toBe(15_000);
    expect(findDeadTime(reports(1_000, 8_000), { fromMs: 0, toMs: 9_000 })).toBe(7_000);
  });
});
