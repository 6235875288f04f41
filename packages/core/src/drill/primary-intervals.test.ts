import { describe, expect, it } from "vitest";
import {
  findOpenMs,
  type HostAck,
  listFlows,
  listOutages,
  listPauses,
  listPrimaryIntervals,
  listStandstills,
  type PrimaryInterval,
} from "./primary-intervals";
import { subtractSpans } from "./span";

/** A write every 50 ms. */
const acks = (host: string, fromMs: number, toMs: number, everyMs = 50, takesMs = 0): HostAck[] =>
  Array.from({ length: Math.floor((toMs - fromMs) / everyMs) + 1 }, (_, index) => {
    const atMs = fromMs + index * everyMs;
    return { host, startedMs: atMs - takesMs, atMs };
  });
const onlyPrimaryInterval = (all: HostAck[]): PrimaryInterval => {
  const [interval] = listPrimaryIntervals(all);
  if (interval === undefined) throw new Error("there is none");
  return interval;
};
const held = (fromMs: number, toMs: number | null) => ({ host: "db1", fromMs, toMs });

describe("subtractSpans", () => {
  it("leaves what no other span covers", () => {
    const cuts = [
      { fromMs: -5, toMs: 1 },
      { fromMs: 3, toMs: 4 },
      { fromMs: 8, toMs: Number.POSITIVE_INFINITY },
    ];
    expect(subtractSpans({ fromMs: 0, toMs: 10 }, cuts)).toEqual([
      { fromMs: 1, toMs: 3 },
      { fromMs: 4, toMs: 8 },
    ]);
    expect(subtractSpans({ fromMs: 0, toMs: 10 }, [{ fromMs: 0, toMs: 10 }])).toEqual([]);
  });
});

describe("listPrimaryIntervals", () => {
  it("is one tenure until another host takes writes, however long the pause", () => {
    const all = [...acks("db2", 16_000, 17_000), ...acks("db1", 0, 1_000), ...acks("db1", 9_000, 10_000)];
    expect(listPrimaryIntervals(all).map(({ host, fromMs, toMs }) => [host, fromMs, toMs])).toEqual([
      ["db1", 0, 10_000],
      ["db2", 16_000, 17_000],
    ]);
  });

  it("calls a pause what is longer than an agent waits for the group", () => {
    const interval = onlyPrimaryInterval([
      ...acks("db1", 0, 1_000),
      ...acks("db1", 2_500, 2_500),
      ...acks("db1", 4_001, 5_000),
    ]);
    expect(listPauses(interval)).toEqual([{ fromMs: 2_500, toMs: 4_001 }]);
  });

  it("takes no answer for one that came later than an agent waits", () => {
    const slow = { host: "db1", startedMs: 100, atMs: 1_800 };
    const interval = onlyPrimaryInterval([...acks("db1", 0, 1_000), slow, ...acks("db1", 2_600, 5_000)]);
    expect(listPauses(interval)).toEqual([{ fromMs: 1_000, toMs: 2_600 }]);
    const prompt = { ...slow, startedMs: 300 };
    expect(
      listPauses(onlyPrimaryInterval([...acks("db1", 0, 1_000), prompt, ...acks("db1", 2_600, 5_000)])),
    ).toEqual([]);
  });
});

describe("listStandstills", () => {
  const bursts = (...starts: number[]) =>
    onlyPrimaryInterval([
      ...acks("db1", 0, 1_000),
      ...starts.flatMap((fromMs) => acks("db1", fromMs, fromMs + 100)),
    ]);

  it("goes on where the group was back for a moment only", () => {
    expect(listStandstills(bursts(4_000, 4_900))).toEqual([{ fromMs: 1_000, toMs: 4_900 }]);
    expect(listStandstills(bursts(4_000, 4_900, 5_390))).toEqual([{ fromMs: 1_000, toMs: 4_900 }]);
  });

  it("ends 1.5 s after the pause at the latest, and excuses no slow group without one", () => {
    expect(listStandstills(bursts(4_000, 4_900, 5_600, 6_300, 7_000))).toEqual([
      { fromMs: 1_000, toMs: 5_500 },
    ]);
    expect(listStandstills(bursts(1_700, 2_400, 3_100, 3_800))).toEqual([]);
  });
});

describe("listOutages", () => {
  it("counts from when the group answers, where the address was gone before", () => {
    const interval = onlyPrimaryInterval(acks("db1", 6_000, 12_000));
    expect(listOutages(interval, [held(6_700, null)], 0)).toEqual([
      { fromMs: 6_000, toMs: 6_700, groupMs: 6_000, addedMs: 700 },
    ]);
  });

  it("is not begun anew by a pause of the group, which is not counted itself", () => {
    const interval = onlyPrimaryInterval([...acks("db1", 0, 2_000), ...acks("db1", 6_000, 12_000)]);
    // Away for 800 ms before the pause and 900 ms after it: neither alone is late, together they are.
    expect(listOutages(interval, [held(0, 1_200), held(6_900, null)], 0)).toEqual([
      { fromMs: 1_200, toMs: 6_900, groupMs: 1_200, addedMs: 1_700 },
    ]);
  });

  it("goes on while a slow group answers once a second or so", () => {
    const interval = onlyPrimaryInterval(acks("db1", 0, 12_500, 1_250, 1_250));
    expect(listOutages(interval, [held(0, 2_000), held(7_500, null)], 0)).toEqual([
      { fromMs: 2_000, toMs: 7_500, groupMs: 3_750, addedMs: 3_750 },
    ]);
  });

  it("is one outage where the address was back for a moment only", () => {
    const interval = onlyPrimaryInterval(acks("db1", 0, 12_000));
    const flapping = [held(0, 1_000), held(1_900, 2_000), held(2_900, null)];
    expect(listOutages(interval, flapping, 0)).toMatchObject([
      { fromMs: 1_000, toMs: 2_900, addedMs: 1_900 },
    ]);
    const twice = [held(0, 1_000), held(1_900, 4_000), held(4_900, null)];
    expect(listOutages(interval, twice, 0)).toMatchObject([{ addedMs: 900 }, { addedMs: 900 }]);
  });

  it("does not blame the VIP for what the group does too", () => {
    const halting = (everyMs: number): HostAck[] =>
      Array.from({ length: 8 }, (_, index) =>
        acks("db1", index * 1_000, index * 1_000 + 300, everyMs, 20),
      ).flat();
    const tried = Array.from({ length: 8 }, (_, index) => index * 1_000 + 500);
    const clients = listFlows(halting(20), tried, 250, halting(50));
    expect(clients).toHaveLength(8);
    expect(listOutages(onlyPrimaryInterval(halting(50)), clients, 0)).toEqual([]);
  });

  it("counts from when a fault ends that excuses it", () => {
    const interval = onlyPrimaryInterval(acks("db1", 0, 12_000));
    expect(listOutages(interval, [held(0, 1_000), held(6_400, null)], 6_010)).toEqual([
      { fromMs: 1_000, toMs: 6_400, groupMs: 6_050, addedMs: 350 },
    ]);
  });

  it("never ends where the address does not come back", () => {
    const interval = onlyPrimaryInterval(acks("db1", 0, 12_000));
    expect(listOutages(interval, [held(0, 1_000)], 0)).toMatchObject([{ toMs: 12_000, addedMs: 11_000 }]);
    expect(listOutages(interval, [{ host: "db2", fromMs: 0, toMs: null }], 0)).toMatchObject([
      { addedMs: 12_000 },
    ]);
  });
});

describe("listFlows", () => {
  const all = [...acks("db1", 0, 200), ...acks("db1", 600, 800), ...acks("db2", 850, 900)];
  const starts = all.map(({ startedMs }) => startedMs);

  it("ends where what was sent was not acknowledged for a while, or by another host", () => {
    expect(listFlows(all, [...starts, 240], 250, [])).toEqual([
      { host: "db1", fromMs: 0, toMs: 200 },
      { host: "db1", fromMs: 600, toMs: 800 },
      { host: "db2", fromMs: 850, toMs: 900 },
    ]);
  });

  it("does not end where nobody sent anything", () => {
    expect(listFlows(all, starts, 250, [])[0]).toEqual({ host: "db1", fromMs: 0, toMs: 800 });
  });

  it("begins when the way was open, where the group itself was slow to answer", () => {
    const slow: HostAck = { host: "db1", startedMs: 1_000, atMs: 2_300 };
    const direct = { host: "db1", startedMs: 1_040, atMs: 2_310 };
    expect(listFlows([slow], [1_000], 250, [direct])).toEqual([{ host: "db1", fromMs: 1_000, toMs: 2_300 }]);
  });
});

describe("findOpenMs", () => {
  const through: HostAck = { host: "db1", startedMs: 1_000, atMs: 2_300 };
  const open = (...direct: HostAck[]) => findOpenMs(through, direct);

  it("is when the write was answered, where direct writes were answered at once", () => {
    expect(open(...acks("db1", 900, 2_500, 50, 5))).toBeGreaterThanOrEqual(2_200);
  });

  it("is when it was sent, where a direct write of that time took as long", () => {
    expect(open({ host: "db1", startedMs: 1_040, atMs: 2_300 })).toBe(1_000);
  });

  it("counts what the way took more than a direct write", () => {
    expect(open({ host: "db1", startedMs: 1_040, atMs: 1_700 })).toBe(1_600);
  });

  it("takes neither another server nor a write of another time for an excuse", () => {
    expect(open({ host: "db2", startedMs: 1_040, atMs: 2_300 })).toBe(2_300);
    expect(open({ host: "db1", startedMs: 900, atMs: 2_300 })).toBe(2_300);
    expect(open({ host: "db1", startedMs: 1_600, atMs: 2_300 })).toBe(2_300);
    expect(open()).toBe(2_300);
  });
});
