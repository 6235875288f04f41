import { formatMessage, Locale, type Message, quote } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { fieldFindings } from "./address-findings";
import { macOf, member, others, sight, snapshot, vip } from "./catalogue.fixture";
import { checkVip } from "./check-vip";
import type { VipCheckSnapshot } from "./snapshot";

const found = (of: VipCheckSnapshot, pointer: string): readonly string[] =>
  fieldFindings(checkVip(of), pointer).map(({ text }) => text);

/** A sound group whose first host heard this on the wire. */
function heard(change: { macs?: string[]; isAsked?: boolean; error?: Message }): VipCheckSnapshot {
  const arp = [{ address: vip, nic: "eth0", isAsked: true, error: null, macs: [], durationMs: 9, ...change }];
  return snapshot({ members: others(sight(1, { arp })) });
}

describe("what checks have against a field", () => {
  it("is nothing where the address is free and of the network", () => {
    expect(found(snapshot(), "/address")).toEqual([]);
    expect(found(snapshot(), "/prefixLength")).toEqual([]);
  });

  type Row = readonly [title: string, of: VipCheckSnapshot, said: readonly string[]];
  const rows: readonly Row[] = [
    ["a member's own", snapshot({}, { address: "10.77.0.12" }), ["10.77.0.12 belongs to db2."]],
    [
      "another VIP's",
      snapshot({ otherVips: [{ address: vip, clusterName: "billing" }] }),
      [`${vip} is already a VIP of cluster billing.`],
    ],
    ["the gateway's", snapshot({}, { address: "10.77.0.1" }), ["10.77.0.1 is the gateway of db1, db2, db3."]],
    [
      "outside the network, which three hosts found",
      snapshot({}, { address: "10.99.0.5" }),
      ["10.99.0.5 is in none of the networks of eth0: 10.77.0.0/24."],
    ],
    [
      "the network's",
      snapshot({}, { address: "10.77.0.0" }),
      ["10.77.0.0 is the network address of 10.77.0.0/24."],
    ],
    [
      "answered for by a stranger",
      heard({ macs: ["02:00:00:00:00:99"] }),
      ["The address is in use: 02:00:00:00:00:99 answered ARP for it."],
    ],
    [
      "answered for by a member",
      heard({ macs: [macOf(3)] }),
      ["The address is in use: db3 (02:00:00:00:00:13) answered ARP for it."],
    ],
    ["asked for in vain", heard({ isAsked: false, error: quote("EPERM") }), []],
    [
      "IPv6, and of no network",
      snapshot({}, { address: "fd00::100", prefixLength: 64 }),
      ["fd00::100 is in none of the networks of eth0: -."],
    ],
  ];
  it.each(rows)("stands at the address, once: %s", (_title, of, said) => {
    expect(found(of, "/address")).toEqual(said);
    expect(found(of, "/prefixLength")).toEqual([]);
    for (const locale of Locale.options)
      for (const one of fieldFindings(checkVip(of), "/address"))
        expect(formatMessage(one, locale)).not.toMatch(/\{\w+/);
  });

  it("stands at the prefix length where the network has another", () => {
    const of = snapshot({}, { prefixLength: 16 });
    expect(found(of, "/address")).toEqual([]);
    expect(found(of, "/prefixLength")).toEqual([
      "eth0 is connected to 10.77.0.0/24, not to a network of prefix length 16.",
    ]);
  });

  it("is nothing at fields that no check is about", () => {
    const of = snapshot({ members: [member(1), member(2)] }, { address: "10.77.0.12" });
    expect(found(of, "/port")).toEqual([]);
  });
});
