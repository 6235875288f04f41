import type { AgentStatus } from "@primacy/contract/agent";
import { describe, expect, it } from "vitest";
import { statusOf } from "../testing/agent-status.fixture";
import { ObservationCache } from "./observation-cache";

const hostId = "00000000-0000-4000-8000-000000000001";
const vipId = "00000000-0000-4000-8000-0000000000aa";
const mac = "02:00:00:00:00:01";

/** A frame made at `atMs` of the agent's clock, whose newest question was asked at `askedMs` of it. */
function frame(atMs: number, askedMs: number, macs: readonly string[] = [], bootId = "boot-1"): AgentStatus {
  return statusOf(hostId, {
    clock: { bootId, monotonicMs: atMs, wallMs: 0 },
    wire: [{ vipId, address: "10.77.0.100", askedMonotonicMs: askedMs, macs: [...macs] }],
  });
}

function bookOf(frames: readonly (readonly [status: AgentStatus, arrivedMs: number])[]): ObservationCache {
  const book = new ObservationCache();
  for (const [status, monotonicMs] of frames) book.take(hostId, status, { monotonicMs, wallMs: monotonicMs });
  return book;
}

describe("what an asker was answered", () => {
  it("counts once, however often and however late it is told", () => {
    const book = bookOf([
      [frame(5_000, 4_900), 100_000],
      // Told again, by a frame that was on its way for 800 ms longer.
      [frame(5_100, 4_900), 100_900],
    ]);
    expect(book.listWire()).toEqual([{ hostId, vipId, askedAtMs: 99_900, macs: [] }]);
  });

  it("counts again when the asker asked again, even where both frames arrive at once", () => {
    const book = bookOf([
      [frame(5_000, 4_900, [mac]), 100_000],
      [frame(5_960, 5_930, [mac]), 101_000],
    ]);
    expect(book.listWire()).toHaveLength(2);
    const bunched = bookOf([
      [frame(5_000, 4_900, [mac]), 100_000],
      [frame(5_960, 4_940, [mac]), 100_990],
    ]);
    expect(bunched.listWire()).toHaveLength(2);
  });

  it("is forgotten with the boot in which it was asked, whose clock says nothing of the next", () => {
    const book = bookOf([
      [frame(500_000, 499_900, [mac]), 100_000],
      [frame(5_000, 4_900, [mac], "boot-2"), 101_000],
    ]);
    expect(book.listWire()).toEqual([{ hostId, vipId, askedAtMs: 100_900, macs: [mac] }]);
  });
});

describe("what a host said, and since when", () => {
  const bookAfter = (frames: readonly (readonly [status: AgentStatus, arrivedMs: number])[]) =>
    bookOf(frames).find(hostId)?.word;

  it("is placed on this process's clock by the quickest of its frames", () => {
    const word = bookAfter([
      [frame(5_000, 4_900), 100_002],
      [frame(6_000, 5_900), 101_700],
      [frame(7_000, 6_900, [mac]), 102_900],
    ]);
    expect(word).toMatchObject({
      offsetMs: -95_002,
      said: { [`wire ${vipId}`]: { value: mac, sinceMs: 6_900 } },
    });
  });

  it("is forgotten with the host", () => {
    const book = bookOf([[frame(5_000, 4_900), 100_000]]);
    book.keepOnly([]);
    book.take(hostId, frame(5_500, 5_400), { monotonicMs: 100_500, wallMs: 0 });
    expect(book.find(hostId)?.word).toMatchObject({ heardSinceMs: 5_500 });
  });
});

it("what each frame told of a server is in the next sample, and in no other", () => {
  const queue = (atMs: number, applyQueue: number): AgentStatus =>
    statusOf(hostId, {
      clock: { bootId: "boot-1", monotonicMs: atMs, wallMs: 0 },
      mysql: { ...frame(0, 0).mysql, serverUuid: vipId, applyQueue, observedMonotonicMs: atMs },
    });
  const book = bookOf([
    [queue(5_000, 0), 100_000],
    [queue(5_090, 1_204), 100_001],
    [queue(6_000, 0), 101_000],
  ]);
  expect(book.takeLooks().get(hostId)).toMatchObject({ count: 3, highest: { applyQueue: 1_204 } });
  expect(book.takeLooks().get(hostId)).toMatchObject({ count: 0, highest: { applyQueue: null } });
});
