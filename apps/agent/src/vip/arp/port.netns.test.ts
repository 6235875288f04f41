import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findCommand } from "../../command/run-command";
import { findLibc } from "../../ffi/libc";
import { createNamespacePair, inNamespace, type NamespacePair } from "../../testing/network-namespace";
import { waitFor } from "../../testing/wait-for";
import { createArpingPort } from "./arping-port";
import { createPacketArpPort } from "./packet-port";
import type { ArpNic, ArpPort, ArpSighting } from "./types";

/** For what has to happen, however busy the machine is. */
const limitMs = 60_000;

function createPort(kind: ArpPort["kind"]): ArpPort {
  const libc = findLibc();
  const arpingFile = findCommand("arping");
  if (libc === null || arpingFile === null) {
    throw new Error("this machine has no koffi or no arping");
  }
  return kind === "packet" ? createPacketArpPort(libc) : createArpingPort(arpingFile);
}

const families = [
  { kind: "packet", vip: "10.99.0.100", own: "10.99.0.1", other: "10.99.0.2", nobody: "10.99.0.77" },
  { kind: "arping", vip: "10.99.0.100", own: "10.99.0.1", other: "10.99.0.2", nobody: "10.99.0.77" },
  { kind: "packet", vip: "fd99::100", own: "fd99::1", other: "fd99::2", nobody: "fd99::77" },
] as const;

describe.each(families)("asking and telling about $vip by $kind", ({ kind, vip, own, other, nobody }) => {
  let pair: NamespacePair;
  let port: ArpPort;
  let nic: ArpNic;

  const on = <T>(act: () => T): T => inNamespace(pair.a, act);
  const neighbourOf = (address: string): string => pair.run(pair.b, "ip", "neighbour", "show", address);

  beforeAll(() => {
    pair = createNamespacePair();
    port = on(() => createPort(kind));
    nic = { name: "eth0", mac: pair.macA, ownAddress: own };
  });
  beforeEach(() => {
    pair.run(pair.a, "ip", "address", "replace", vip, "dev", "eth0", ...nodad(vip));
  });
  afterAll(() => {
    port.close();
    pair.dispose();
  });

  test("asking finds the MAC of the host that has the address", async () => {
    expect(await on(() => port.ask(nic, other, 1000))).toMatchObject({
      kind: "asked",
      macs: [pair.macB],
      holders: [pair.macB],
    });
  });

  test("asking for an address that nobody has finds nobody", async () => {
    expect(await on(() => port.ask(nic, nobody, 1000))).toMatchObject({ kind: "asked", macs: [] });
  });

  test("asking on an interface that is not there fails in words", async () => {
    const answer = await on(() => port.ask({ ...nic, name: "nosuch0" }, other, 100));
    expect(answer.kind).toBe("failed");
  });

  test("an announcement replaces a neighbour's stale entry", async () => {
    pair.run(
      pair.b,
      "ip",
      "neighbour",
      "replace",
      vip,
      "lladdr",
      "02:00:00:00:00:01",
      "dev",
      "eth0",
      "nud",
      "stale",
    );
    on(() => port.announce(nic, vip));
    await waitFor("the neighbour knows the new MAC", limitMs, () => neighbourOf(vip).includes(pair.macA));
  });

  test("a neighbour that drops what nobody asked for is updated by name", async () => {
    pair.run(pair.b, "sysctl", "-qw", `${dropSetting(vip)}=1`);
    pair.run(
      pair.b,
      "ip",
      "neighbour",
      "replace",
      vip,
      "lladdr",
      "02:00:00:00:00:01",
      "dev",
      "eth0",
      "nud",
      "stale",
    );
    on(() => port.announceTo(nic, vip, [other]));
    await waitFor("the neighbour knows the new MAC", limitMs, () => neighbourOf(vip).includes(pair.macA));
    pair.run(pair.b, "sysctl", "-qw", `${dropSetting(vip)}=0`);
  });
});

/** The kernel's own duplicate detection would keep an IPv6 address from answering for a second or two. */
function nodad(address: string): string[] {
  return address.includes(":") ? ["nodad"] : [];
}

function dropSetting(address: string): string {
  return address.includes(":")
    ? "net.ipv6.conf.eth0.drop_unsolicited_na"
    : "net.ipv4.conf.eth0.drop_gratuitous_arp";
}

describe("ARP by packet sockets", () => {
  const vip = "10.99.0.100";
  let pair: NamespacePair;
  let port: ArpPort;
  const on = <T>(act: () => T): T => inNamespace(pair.a, act);
  const nicOf = (mac: string): ArpNic => ({ name: "eth0", mac, ownAddress: "10.99.0.1" });

  beforeAll(() => {
    pair = createNamespacePair();
    port = on(() => createPort("packet"));
  });
  afterAll(() => {
    port.close();
    pair.dispose();
  });

  test("asking finds every host that answers, also one that ignores probes without a sender", async () => {
    pair.run(pair.a, "ip", "link", "add", "peer1", "type", "veth", "peer", "name", "peer2");
    pair.run(pair.b, "ip", "address", "add", `${vip}/32`, "dev", "eth0");
    pair.run(pair.b, "sysctl", "-qw", "net.ipv4.conf.eth0.arp_ignore=2");
    expect(await on(() => port.ask(nicOf(pair.macA), "10.99.0.2", 200))).toMatchObject({ macs: [pair.macB] });
    pair.run(pair.b, "sysctl", "-qw", "net.ipv4.conf.eth0.arp_ignore=0");
    expect(await on(() => port.ask(nicOf(pair.macA), vip, 200))).toMatchObject({ macs: [pair.macB] });
    pair.run(pair.b, "ip", "address", "delete", `${vip}/32`, "dev", "eth0");
  });

  test("two owners one after the other within one window are a move: only the later one has the address", async () => {
    const movedMac = "02:00:00:00:00:b2";
    pair.run(pair.b, "ip", "address", "replace", `${vip}/32`, "dev", "eth0");
    const sightings: ArpSighting[] = [];
    on(() => port.watch("eth0", [vip], (sighting) => sightings.push(sighting)));
    const asking = on(() => port.ask(nicOf(pair.macA), vip, 4000));
    // The second question goes out after half of the window, to the owner after.
    await waitFor("the first owner has answered", 1900, () => sightings.length > 0);
    pair.run(pair.b, "ip", "address", "delete", `${vip}/32`, "dev", "eth0");
    pair.run(pair.b, "ip", "link", "set", "eth0", "address", movedMac);
    pair.run(pair.b, "ip", "address", "add", `${vip}/32`, "dev", "eth0");
    const answer = await asking;
    pair.run(pair.b, "ip", "address", "delete", `${vip}/32`, "dev", "eth0");
    pair.run(pair.b, "ip", "link", "set", "eth0", "address", pair.macB);
    expect(answer).toMatchObject({ macs: [movedMac, pair.macB].sort(), holders: [movedMac] });
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
      `address add ${vip}/32 dev br0`,
    ]) {
      pair.run(pair.b, "ip", ...command.split(" "));
    }
    const answer = await waitFor("both answer", limitMs, async () => {
      const asked = await on(() => port.ask(nicOf(pair.macA), vip, 200));
      return asked.kind === "asked" && asked.macs.length === 2 ? asked : null;
    });
    pair.run(pair.b, "ip", "link", "delete", "up0");
    pair.run(pair.b, "ip", "link", "delete", "br0");
    expect(answer.holders).toEqual(answer.macs);
  });

  test("a watched address is reported when another host claims it, and other addresses are not", async () => {
    const sightings: ArpSighting[] = [];
    on(() => port.watch("eth0", [vip], (sighting) => sightings.push(sighting)));
    const other = inNamespace(pair.b, () => createPort("packet"));
    const nicB: ArpNic = { name: "eth0", mac: pair.macB, ownAddress: "10.99.0.2" };
    inNamespace(pair.b, () => other.announce(nicB, "10.99.0.55"));
    inNamespace(pair.b, () => other.announce(nicB, vip));
    await waitFor("sighting", limitMs, () => sightings.length >= 2);
    expect(new Set(sightings.map(({ address, mac }) => `${address} ${mac}`))).toEqual(
      new Set([`${vip} ${pair.macB}`]),
    );
    other.close();
  });

  test("the port survives its interface being removed and made again", async () => {
    pair.run(pair.a, "ip", "link", "delete", "eth0");
    const gone = await on(() => port.ask(nicOf(pair.macA), "10.99.0.2", 100));
    expect(gone.kind).toBe("failed");
    pair.run(pair.a, "ip", "link", "add", "eth0", "type", "veth", "peer", "name", "eth0", "netns", pair.b);
    for (const [namespace, address] of [
      [pair.a, "10.99.0.1/24"],
      [pair.b, "10.99.0.2/24"],
    ] as const) {
      pair.run(namespace, "ip", "link", "set", "eth0", "up");
      pair.run(namespace, "ip", "address", "add", address, "dev", "eth0");
    }
    const mac = /ether ([0-9a-f:]{17})/.exec(pair.run(pair.a, "ip", "link", "show", "eth0"))?.[1] ?? "";
    await waitFor("it asks again", limitMs, async () => {
      const answer = await on(() => port.ask(nicOf(mac), "10.99.0.2", 100));
      return answer.kind === "asked" && answer.macs.length === 1;
    });
  });
});
