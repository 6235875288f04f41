import { formatMessage, message } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { type AssembledTopology, assembleTopology } from "../topology/assemble";
import type { TopologySnapshot } from "../topology/snapshot";
import {
  idOf,
  macOf,
  sightOf,
  statusOf,
  vipAddress,
  vipStatusOf,
  wireOf,
  world,
} from "../topology/world.fixture";
import { type ComparedTopology, diffTopology, rememberConditions } from "./diff";
import type { EventDraft } from "./draft";

/** The events of pictures that follow one another five seconds apart, as the watch finds them. */
function follow(pictures: readonly Partial<TopologySnapshot>[]): readonly (readonly EventDraft[])[] {
  let previous: AssembledTopology | null = null;
  let known: ComparedTopology | null = null;
  return pictures.map((change, index) => {
    const observedAt = new Date(Date.UTC(2026, 10, 21, 10, 0, 5 * index)).toISOString();
    const next = assembleTopology(world({ observedAt, ...change }), previous);
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

describe("the wire in the history", () => {
  it("tells a second owner once, with who saw it, and its end with how long it was", () => {
    const events = follow([{}, both, both, {}, {}]);
    expect(kinds(events)).toEqual([[], ["wire_duplicate"], [], ["wire_duplicate_ended"], []]);
    expect(events[1]?.[0]?.message.text).toBe(
      `More than one machine answers for 10.77.0.100: db1 (${macOf(1)}), ${macOf(9)}. db3 got the answers.`,
    );
    expect(events[3]?.[0]?.message.text).toBe(
      `Only db1 (${macOf(1)}) answers for 10.77.0.100 again, after 10 s. ${macOf(9)} no longer does.`,
    );
    expect(events[3]?.[0]?.detail).toMatchObject({ gone: [{ mac: macOf(9), hostId: null }] });
  });

  it("does not end what nobody could ask for in between", () => {
    expect(kinds(follow([{}, both, { wire: [] }, both, {}]))).toEqual([
      [],
      ["wire_duplicate"],
      [],
      [],
      ["wire_duplicate_ended"],
    ]);
  });

  it("tells that nobody answers for an address that is held, and that somebody does again", () => {
    const events = follow([{}, silent, silent, { wire: [] }, {}]);
    expect(kinds(events)).toEqual([[], ["wire_silent"], [], [], ["wire_answered"]]);
    expect(events[1]?.[0]?.message.text).toBe(
      "db1 holds 10.77.0.100, but nobody answers for it on the wire.",
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
    const events = follow([{}, contested(1), contested(4), contested(4, 49_900)]);
    expect(kinds(events)).toEqual([[], ["wire_duplicate", "vip_defended"], [], ["wire_duplicate_ended"]]);
    expect(events[1]?.[1]).toMatchObject({ hostId: idOf(1), detail: { announcements: 1 } });
    expect(events[3]?.[0]?.detail).toMatchObject({ defended: [{ hostId: idOf(1), announcements: 4 }] });
  });

  it("names host and interface of an address that Primacy did not put there, and when it is gone", () => {
    const byHand = sightOf(3, {
      vips: [vipStatusOf(false, { state: "BLOCKED", reasons: [message("reason.foreign_address")] })],
      nics: statusOf(3).nics.map((nic) => ({
        ...nic,
        addresses: [{ address: vipAddress, prefixLength: 24, label: "eth0", validSeconds: null }],
      })),
    });
    const events = follow([
      {},
      { agents: [sightOf(1), sightOf(2), byHand] },
      { agents: [sightOf(1), sightOf(2)] },
      {},
    ]);
    expect(events[1]?.find((event) => event.kind === "foreign_address")?.message.text).toBe(
      "10.77.0.100/24 is on eth0 of db3. Primacy did not put it there and does not touch it.",
    );
    expect(kinds(events)[2]).not.toContain("foreign_address_gone");
    expect(kinds(events)[3]).toContain("foreign_address_gone");
  });
});
