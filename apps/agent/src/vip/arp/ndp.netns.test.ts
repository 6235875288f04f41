import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findLibc } from "../../ffi/libc";
import { createNamespacePair, inNamespace, type NamespacePair } from "../../testing/network-namespace";
import { waitFor } from "../../testing/wait-for";
import { createArpingPort } from "./arping-port";
import { createPacketArpPort } from "./packet-port";
import type { ArpNic, ArpPort, ArpSighting } from "./types";

const vip = "fd99::100";
const limitMs = 60_000;

describe("neighbour discovery by packet sockets", () => {
  let pair: NamespacePair;
  let port: ArpPort;
  const on = <T>(act: () => T): T => inNamespace(pair.a, act);
  const nicOf = (mac: string, ownAddress: string | null = "fd99::1"): ArpNic => ({
    name: "eth0",
    mac,
    ownAddress,
  });
  const openPort = (): ArpPort => {
    const libc = findLibc();
    if (libc === null) {
      throw new Error("this machine has no koffi");
    }
    return createPacketArpPort(libc);
  };

  beforeAll(() => {
    pair = createNamespacePair();
    port = on(openPort);
  });
  afterAll(() => {
    port.close();
    pair.dispose();
  });

  test("a question from nowhere alone finds who has the address", async () => {
    const answer = await on(() => port.ask(nicOf(pair.macA, null), "fd99::2", 400));
    expect(answer).toMatchObject({ macs: [pair.macB], holders: [pair.macB] });
  });

  test("a host that has the address and does not answer is not found", async () => {
    pair.run(pair.b, "ip", "address", "add", `${vip}/128`, "dev", "eth0", "nodad");
    await waitFor("it answers", limitMs, async () => {
      const asked = await on(() => port.ask(nicOf(pair.macA), vip, 200));
      return asked.kind === "asked" && asked.macs.length === 1;
    });
    pair.run(pair.b, "nft", "add table inet mute");
    pair.run(pair.b, "nft", "add chain inet mute out { type filter hook output priority 0 ; }");
    pair.run(pair.b, "nft", "add rule inet mute out icmpv6 type nd-neighbor-advert drop");
    expect(await on(() => port.ask(nicOf(pair.macA), vip, 400))).toMatchObject({ kind: "asked", macs: [] });
    pair.run(pair.b, "nft", "delete table inet mute");
    pair.run(pair.b, "ip", "address", "delete", `${vip}/128`, "dev", "eth0");
  });

  test("two owners that answer one request both have the address", async () => {
    for (const command of [
      "link add br0 type bridge",
      "link set eth0 master br0",
      "link add up0 type veth peer name second0",
      "link set up0 master br0",
      "link set br0 up",
      "link set up0 up",
      "link set second0 up",
      `address add ${vip}/128 dev br0 nodad`,
      `address add ${vip}/128 dev second0 nodad`,
    ]) {
      pair.run(pair.b, "ip", ...command.split(" "));
    }
    const answer = await waitFor("both answer", limitMs, async () => {
      const asked = await on(() => port.ask(nicOf(pair.macA), vip, 200));
      return asked.kind === "asked" && asked.macs.length === 2 ? asked : null;
    });
    // Who has the address is for neighbours to hear from its holder, not by the way as somebody asks.
    const elsewhere = "02:00:00:00:00:99";
    pair.run(pair.b, "ip", "address", "delete", `${vip}/128`, "dev", "second0");
    pair.run(
      pair.b,
      "ip",
      "neighbour",
      "replace",
      vip,
      "lladdr",
      elsewhere,
      "nud",
      "stale",
      "dev",
      "second0",
    );
    const remembered = (): string => pair.run(pair.b, "ip", "neighbour", "show", vip, "dev", "second0");
    const asked = await on(() => port.ask(nicOf(pair.macA), vip, 200));
    expect(asked).toMatchObject({ kind: "asked", macs: [expect.any(String)] });
    expect(remembered()).toContain(elsewhere);
    await waitFor("a question from nowhere is answered to all", limitMs, async () => {
      await on(() => port.ask(nicOf(pair.macA, null), vip, 200));
      return !remembered().includes(elsewhere);
    });
    pair.run(pair.b, "ip", "link", "delete", "up0");
    pair.run(pair.b, "ip", "link", "delete", "br0");
    expect(answer.holders).toEqual(answer.macs);
  });

  test("a watched address is reported when another host claims it, and one that ends like it is not", async () => {
    const sightings: ArpSighting[] = [];
    on(() => port.watch("eth0", [vip], (sighting) => sightings.push(sighting)));
    const other = inNamespace(pair.b, openPort);
    const nicB: ArpNic = { name: "eth0", mac: pair.macB, ownAddress: "fd99::2" };
    inNamespace(pair.b, () => other.announce(nicB, "fd99:1::100"));
    inNamespace(pair.b, () => other.announceTo(nicB, vip, ["fd99::1"]));
    inNamespace(pair.b, () => other.announce(nicB, vip));
    await waitFor("sightings", limitMs, () => sightings.length >= 2);
    expect(new Set(sightings.map(({ address, mac }) => `${address} ${mac}`))).toEqual(
      new Set([`${vip} ${pair.macB}`]),
    );
    other.close();
  });

  test("arping asks and tells nothing of IPv6, and says so", async () => {
    const arping = createArpingPort("arping");
    const nic = nicOf(pair.macA);
    expect(await on(() => arping.ask(nic, vip, 100))).toMatchObject({ kind: "failed" });
    expect(on(() => arping.announce(nic, vip))).toMatchObject({ kind: "failed" });
    expect(on(() => arping.announceTo(nic, vip, ["fd99::2"]))).toMatchObject({ kind: "failed" });
  });
});
