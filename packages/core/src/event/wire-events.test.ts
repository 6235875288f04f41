import { formatMessage, message } from "@primacy/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AssembledTopology, assembleTopology } from "../topology/assemble";
import type { TopologySnapshot } from "../topology/snapshot";
import {
  idOf,
  macOf,
  sightOf,
  snapshotWith,
  statusOf,
  vipAddress,
  vipStatusOf,
  wireOf,
} from "../topology/topology-snapshot.fixture";
import { type ComparedTopology, diffTopology, rememberConditions } from "./diff";
import type { EventDraft } from "./draft";
import { memoryOf, recallMemory } from "./memory";

/** The events of pictures that follow one another, as the watch finds them. */
function follow(
  pictures: readonly Partial<TopologySnapshot>[],
  everySeconds = 5,
  restartsBefore = Number.NaN,
): readonly (readonly EventDraft[])[] {
  let previous: AssembledTopology | null = null;
  let known: ComparedTopology | null = null;
  return pictures.map((change, index) => {
    const observedAt = new Date(Date.UTC(2026, 10, 21, 10, 0, everySeconds * index)).toISOString();
    const next = assembleTopology(snapshotWith({ observedAt, ...change }), previous);
    if (index === restartsBefore && previous !== null && known !== null)
      known = recallMemory(previous, JSON.parse(JSON.stringify(memoryOf(known))));
    const events = known === null ? [] : diffTopology(known, next);
    for (const event of events) expect(formatMessage(event.message, "zh")).not.toMatch(/\{\w+/);
    for (const event of events) expect(event.message.text).not.toMatch(/\{\w+/);
    known = rememberConditions(known, next);
    previous = next;
    return events;
  });
}

function kinds(events: readonly (readonly EventDraft[])[]): readonly (readonly string[])[] {
  return events.map((some) => some.map((event) => event.kind));
}

const both = { wire: [{ ...wireOf(3, 1, 100), macs: [macOf(1), macOf(9)] }] };
const silent = { wire: [1_200, 200].map((ageMs) => ({ ...wireOf(3, 1, ageMs), macs: [] })) };

/** db3 with the address where no agent put it. */
const byHand = sightOf(3, {
  vips: [vipStatusOf(false, { state: "BLOCKED", reasons: [message("reason.foreign_address")] })],
  nics: statusOf(3).nics.map((nic) => ({
    ...nic,
    addresses: [{ address: vipAddress, prefixLength: 24, label: "eth0", validSeconds: null }],
  })),
});

describe("the wire in the history", () => {
  it("tells a second owner once, with who saw it, and its end with how long it was", () => {
    const events = follow([{}, both, both, {}, {}]);
    expect(kinds(events)).toEqual([[], ["wire_duplicate"], [], [], ["wire_duplicate_ended"]]);
    expect(events[1]?.[0]?.message.text).toBe(
      `More than one machine answers for 10.77.0.100: db1 (${macOf(1)}), ${macOf(9)}. db3 received the answers.`,
    );
    expect(events[4]?.[0]?.message.text).toBe(
      `Only db1 (${macOf(1)}) answers for 10.77.0.100 again, after 10 s. ${macOf(9)} no longer does.`,
    );
    expect(events[4]?.[0]?.detail).toMatchObject({ gone: [{ mac: macOf(9), hostId: null }] });
  });

  it("does not end what nobody could ask for in between", () => {
    expect(kinds(follow([{}, both, { wire: [] }, both, {}, {}]))).toEqual([
      [],
      ["wire_duplicate"],
      [],
      [],
      [],
      ["wire_duplicate_ended"],
    ]);
  });

  it("tells that nobody answers for an address that is held, and that somebody does again", () => {
    const events = follow([{}, silent, silent, { wire: [] }, {}, {}]);
    expect(kinds(events)).toEqual([[], ["wire_silent"], [], [], [], ["wire_answered"]]);
    expect(events[1]?.[0]?.message.text).toBe(
      "db1 holds 10.77.0.100, but no machine answers ARP or neighbour discovery for it.",
    );
  });

  it("does not repeat the owner after a wire that nobody could ask", () => {
    expect(kinds(follow([{}, { wire: [] }, {}]))).toEqual([[], [], []]);
  });

  it("does not call it an answer again when an address that nobody held is answered for the first time", () => {
    const nobody = [1, 2, 3].map((n) =>
      sightOf(n, {
        vips: [vipStatusOf(false)],
        nics: statusOf(2).nics.map((nic) => ({ ...nic, mac: macOf(n) })),
      }),
    );
    const free = { agents: nobody, wire: silent.wire };
    expect(kinds(follow([free, { wire: [] }, {}])).slice(1)).toEqual([["vip_taken"], ["wire_owner_changed"]]);
  });

  it("records that the holder announced itself again, once for each contest", () => {
    const contested = (announcements: number, endedMonotonicMs: number | null = null) => {
      const contest = {
        macs: [macOf(9)],
        sinceMonotonicMs: 45_000,
        seenMonotonicMs: 49_500,
        endedMonotonicMs,
        announcements,
        askedHostIds: [],
      };
      return { agents: [sightOf(1, { vips: [vipStatusOf(true, { contest })] }), sightOf(2), sightOf(3)] };
    };
    const over = contested(4, 49_900);
    const events = follow([{}, contested(1), contested(4), over, over]);
    const ended = ["wire_duplicate_ended"];
    expect(kinds(events)).toEqual([[], ["wire_duplicate", "vip_defended"], [], [], ended]);
    expect(events[1]?.[1]).toMatchObject({ hostId: idOf(1), detail: { announcements: 1 } });
    expect(events[4]?.[0]?.detail).toMatchObject({ defended: [{ hostId: idOf(1), announcements: 4 }] });
  });

  it("names host and interface of an address that Primacy did not put there, and when it is gone", () => {
    const events = follow([
      {},
      { agents: [sightOf(1), sightOf(2), byHand] },
      { agents: [sightOf(1), sightOf(2)] },
      {},
      {},
    ]);
    expect(events[1]?.find((event) => event.kind === "foreign_address")?.message.text).toBe(
      "10.77.0.100/24 is on eth0 of db3. Primacy did not add it and does not touch it.",
    );
    expect(kinds(events)[2]).not.toContain("foreign_address_gone");
    expect(kinds(events)[3]).not.toContain("foreign_address_gone");
    expect(kinds(events)[4]).toContain("foreign_address_gone");
  });

  it("does not say of a host that left the cluster that an address is gone from it", () => {
    const { members, hosts } = snapshotWith();
    const left = {
      members: members.filter(({ hostId }) => hostId !== idOf(3)),
      hosts: hosts.filter(({ hostId }) => hostId !== idOf(3)),
      agents: [sightOf(1), sightOf(2)],
      wire: [wireOf(2, 1, 200)],
    };
    const there = { agents: [sightOf(1), sightOf(2), byHand] };
    const events = follow([{}, there, left, left, left]);
    expect(kinds(events)[1]).toContain("foreign_address");
    expect(kinds(events).slice(2).flat()).not.toContain("foreign_address_gone");
  });
});

/** `count` times the one, then the other. */
function flap(
  count: number,
  one: Partial<TopologySnapshot>,
  other: Partial<TopologySnapshot>,
): readonly Partial<TopologySnapshot>[] {
  return Array.from({ length: count }, () => [one, other]).flat();
}

function times<T>(count: number, one: T): T[] {
  return Array.from({ length: count }, () => one);
}

describe("a wire that changes to and fro", () => {
  it("is one duplicate while it lasts, and one end when it has lasted", () => {
    const events = follow([{}, ...flap(20, both, {}), {}, {}, {}], 1);
    expect(kinds(events).flat()).toEqual(["wire_duplicate", "wire_duplicate_ended"]);
    expect(kinds(events)[1]).toEqual(["wire_duplicate"]);
  });

  it("says how long it was from the first time to the last, whatever came between", () => {
    const events = follow([{}, ...flap(20, both, {}), { wire: [] }, {}, {}, {}, {}, {}], 1).flat();
    expect(events.at(-1)?.message.text).toContain("again, after 39 s.");
    expect(events.at(-1)?.detail).toMatchObject({ since: "2026-11-21T10:00:01.000Z" });
  });

  it("tells a new owner at once, and of owners that take turns each second nothing more for a minute", () => {
    const other = { wire: [wireOf(3, 2, 100)] };
    expect(kinds(follow([{}, ...flap(25, other, {})], 1)).flat()).toEqual(["wire_owner_changed"]);
    const settled = follow([{}, other, {}, {}, {}, {}], 1);
    expect(kinds(settled)).toEqual([[], ["wire_owner_changed"], [], [], [], ["wire_owner_changed"]]);
  });

  it("writes a silence that comes and goes once, and its end when it has lasted", () => {
    const events = follow([{}, ...flap(20, silent, {}), {}, {}, {}], 1);
    expect(kinds(events).flat()).toEqual(["wire_silent", "wire_answered"]);
  });

  const stranger = (n: number): Partial<TopologySnapshot> => ({
    wire: [{ ...wireOf(3, 1, 100), macs: [macOf(1), conflictingMac(n)] }],
  });
  const conflictingMac = (n: number): string => `02:00:00:00:01:${10 + n}`;
  it("writes no more than four changes in a minute, however long each of them lasts", () => {
    const pictures = Array.from({ length: 12 }, (_, n) => times(5, stranger(n % 3))).flat();
    expect(kinds(follow([{}, ...pictures], 1)).flat()).toEqual(times(4, "wire_duplicate"));
  });

  it("tells a second owner that comes after four changes at once, though it stays for less than a minute", () => {
    const [other, own] = [{ wire: [wireOf(3, 2, 100)] }, {}];
    const turns = [other, own, other, own].flatMap((one) => times(5, one));
    const events = follow([{}, ...turns, ...times(20, both), ...times(30, {})], 1);
    expect(kinds(events).flat().slice(0, 4)).toEqual(times(4, "wire_owner_changed"));
    expect(kinds(events)[21]).toEqual(["wire_duplicate"]);
  });

  it("tells of each further machine once it has answered for 3 s, whatever was told before", () => {
    const pictures = Array.from({ length: 8 }, (_, n) => times(5, stranger(n))).flat();
    const events = follow([{}, ...pictures], 1).flat();
    const named = events.map(({ message: { params } }) => String(params.owners));
    expect(named.map((owners, n) => owners.includes(conflictingMac(n)))).toEqual(times(8, true));
  });

  it("tells of each machine that answers beside the holder for 4 s, whatever the wire did before", () => {
    const before = fc.array(
      fc.tuple(
        fc.constantFrom({}, both, silent, { wire: [] }, { wire: [wireOf(3, 2, 100)] }, stranger(1)),
        fc.nat(8),
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(before, (turns) => {
        const pictures = [
          {},
          ...turns.flatMap(([one, count]) => times(count, one)),
          ...times(5, stranger(7)),
        ];
        const events = follow(pictures, 1).flat();
        const named = events.filter(({ kind, message: { params } }) => {
          return kind === "wire_duplicate" && String(params.owners).includes(conflictingMac(7));
        });
        expect(named).toHaveLength(1);
      }),
      { numRuns: 30 },
    );
  });

  it("tells a second owner at once though other changes were told just before", () => {
    const other = { wire: [wireOf(3, 2, 100)] };
    const events = follow([{}, other, both], 1);
    expect(kinds(events)).toEqual([[], ["wire_owner_changed"], ["wire_duplicate"]]);
  });

  it("does not count the time in which nobody could ask for lasting", () => {
    const unknown = { wire: [] };
    const events = follow(
      [{}, both, {}, ...times(20, unknown), {}, ...times(20, unknown), {}, {}, {}, {}],
      1,
    );
    expect(kinds(events).flat()).toEqual(["wire_duplicate", "wire_duplicate_ended"]);
    expect(kinds(events).at(-1)).toEqual(["wire_duplicate_ended"]);
  });

  it("does not count the time in which nobody watched for lasting", () => {
    const minuteLater = { observedAt: new Date(Date.UTC(2026, 10, 21, 10, 1)).toISOString() };
    const after = [0, 1, 2, 3].map((n) => ({
      observedAt: new Date(Date.parse(minuteLater.observedAt) + n * 1_000).toISOString(),
    }));
    const events = follow([{}, both, {}, ...after], 1);
    expect(kinds(events)).toEqual([[], ["wire_duplicate"], [], [], [], [], ["wire_duplicate_ended"]]);
  });

  it("does not count the time in which the host of a foreign address says nothing", () => {
    const there = { agents: [sightOf(1), sightOf(2), byHand] };
    const silentHost = { agents: [sightOf(1), sightOf(2)] };
    const events = kinds(follow([{}, there, {}, ...times(20, silentHost), {}, {}, {}, {}], 1));
    expect(events.findIndex((some) => some.includes("foreign_address_gone"))).toBe(26);
  });

  it("tells of an address put there by hand once, while it comes and goes", () => {
    const there = { agents: [sightOf(1), sightOf(2), byHand] };
    const events = kinds(follow([{}, ...flap(10, there, {}), {}, {}, {}], 1)).flat();
    expect(events.filter((kind) => kind.startsWith("foreign_"))).toEqual([
      "foreign_address",
      "foreign_address_gone",
    ]);
  });
});

describe("a machine that is left alone without the right to the address", () => {
  const stranger = { wire: [{ ...wireOf(3, 1, 100), macs: [macOf(9)] }] };

  it("is told as a failure that names it when the holder of a duplicate falls silent, never as a good end", () => {
    const events = follow([{}, both, ...times(6, stranger), ...times(6, {})], 1);
    expect(kinds(events).flat()).toEqual(["wire_duplicate", "wire_owner_changed", "wire_owner_changed"]);
    const [, alone, own] = events.flat();
    expect(alone).toMatchObject({ tone: "failed", hostId: null, detail: { gone: [{ mac: macOf(1) }] } });
    expect(alone?.message.text).toBe(`The answer for 10.77.0.100 now comes from ${macOf(9)}.`);
    expect(own).toMatchObject({ tone: "ok", hostId: idOf(1) });
  });

  it("is told as a failure when it is another host than the one that holds the address", () => {
    const two = { wire: [{ ...wireOf(3, 1, 100), macs: [macOf(1), macOf(2)] }] };
    const events = follow([{}, two, ...times(6, { wire: [wireOf(3, 2, 100)] })], 1).flat();
    expect(events.map(({ kind, tone }) => [kind, tone])).toEqual([
      ["wire_duplicate", "failed"],
      ["wire_owner_changed", "failed"],
    ]);
  });

  it("is told once it has been alone for 3 s, though an alarm named it and four changes were told before", () => {
    const turns = [{ wire: [wireOf(3, 2, 100)] }, {}, { wire: [wireOf(3, 2, 100)] }, {}];
    const before = [{}, ...turns.flatMap((one) => times(5, one)), ...times(5, both)];
    const events = follow([...before, ...times(5, stranger)], 1);
    const alone = events.findIndex((some) => some.some(({ detail }) => detail.macs === macOf(9)));
    expect(alone).toBe(before.length + 3);
    expect(events[alone]?.[0]?.tone).toBe("failed");
  });

  it("fills no history while it comes and goes", () => {
    const events = follow(
      [{}, ...Array.from({ length: 5 }, () => [...times(5, both), ...times(5, stranger)]).flat()],
      1,
    );
    expect(
      kinds(events)
        .flat()
        .filter((kind) => kind === "wire_owner_changed").length,
    ).toBeLessThan(4);
  });

  it("is a failure and no answer again after a silence", () => {
    const events = follow([{}, ...times(4, silent), ...times(6, stranger)], 1).flat();
    expect(events.map(({ kind, tone }) => [kind, tone])).toEqual([
      ["wire_silent", "warning"],
      ["wire_owner_changed", "failed"],
    ]);
    expect(events[1]?.message.text).toContain(macOf(9));
    const other = follow([{}, ...times(4, silent), ...times(6, { wire: [wireOf(3, 2, 100)] })], 1).flat();
    expect(other[1]).toMatchObject({ kind: "wire_owner_changed", tone: "failed" });
  });

  it("begins a duplicate anew when the holder answers again, and counts from then", () => {
    const events = follow([{}, both, ...times(6, stranger), both, ...times(5, {})], 1).flat();
    expect(events.map(({ kind }) => kind).slice(2)).toEqual(["wire_duplicate", "wire_duplicate_ended"]);
    expect(events.at(-1)?.message.text).toContain("after 1 s.");
  });
});

describe("a watch that ends and goes on elsewhere", () => {
  const there = { agents: [sightOf(1), sightOf(2), byHand] };
  const calm = times(5, {});
  const scripts: Readonly<Record<string, readonly Partial<TopologySnapshot>[]>> = {
    "a duplicate that comes and goes": [{}, ...flap(5, both, {}), ...calm],
    "a silence": [{}, ...times(3, silent), { wire: [] }, ...calm],
    "an owner that changes back": [{}, { wire: [wireOf(3, 2, 100)] }, ...calm],
    "a foreign address": [{}, ...flap(3, there, {}), ...calm],
  };

  it.each(Object.entries(scripts))(
    "tells of %s what one watch would have, wherever it ends",
    (_, pictures) => {
      const whole = follow(pictures, 1);
      expect(whole.flat().length).toBeGreaterThan(1);
      for (const index of pictures.keys()) expect(follow(pictures, 1, index)).toEqual(whole);
    },
  );
});
