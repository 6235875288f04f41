import { message } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { recordedDrill, zeroMs } from "./drill-record.fixture";
import { findDrill } from "./find-drill";
import type { ProxyAnswer, ProxyLook } from "./proxy-look";

const base = recordedDrill({ ways: ["router"] });
const refused = message("why.connection_refused");
const nowhere = { state: "nowhere", server: null, reason: refused } as const;
const silent = { state: "silent", server: null } as const;
const leads = (server: string): ProxyAnswer => ({ state: "leads", server });

/** A connection that was begun so long after the fault, and what came of it so much later, in milliseconds. */
function look(askedMs: number, answer: ProxyAnswer, tookMs = 10): ProxyLook {
  return { askedMs: zeroMs + askedMs, toldMs: zeroMs + askedMs + tookMs, answer };
}

describe("where proxies lead", () => {
  it("is told from each answer to the next one that is another, and silence from when it was asked", () => {
    const looks = [
      look(-1_000, leads("db1")),
      look(0, leads("db1")),
      look(1_000, silent, 2_500),
      look(3_500, nowhere),
      look(4_500, nowhere),
      look(5_500, leads("db2"), 40),
    ];
    const record = { ...base, proxies: [{ host: "app1", port: 6_446, looks }] };
    const [lane, ...others] = findDrill(record).lanes.proxies ?? [];
    expect(others).toEqual([]);
    expect(lane).toMatchObject({ host: "app1", port: 6_446 });
    expect(lane?.spans.map(({ fromMs, state, server }) => [fromMs, state, server])).toEqual([
      [-4_000, null, null],
      [-990, "leads", "db1"],
      [1_000, "silent", null],
      [3_510, "nowhere", null],
      [5_540, "leads", "db2"],
      // Nobody asked any more.
      [8_540, null, null],
    ]);
  });

  it("is told with why no member was reached, and apart for each reason", () => {
    const stranger = message("why.proxy_stranger");
    const looks = [look(0, nowhere), look(1_000, nowhere), look(2_000, { ...nowhere, reason: stranger })];
    const [lane] =
      findDrill({ ...base, proxies: [{ host: "app1", port: 6_446, looks }] }).lanes.proxies ?? [];
    expect(lane?.spans.map(({ fromMs, reason }) => [fromMs, reason?.code])).toEqual([
      [-4_000, undefined],
      [10, "why.connection_refused"],
      [2_010, "why.proxy_stranger"],
      [5_010, undefined],
    ]);
  });

  it("is nobody's lane where no proxy was asked", () => {
    expect(findDrill(base).lanes.proxies).toEqual([]);
  });
});
