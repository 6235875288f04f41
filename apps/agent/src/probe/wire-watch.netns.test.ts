import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { findLibc } from "../ffi/libc";
import { createNamespacePair, inNamespace, type NamespacePair } from "../testing/network-namespace";
import { waitFor } from "../testing/wait-for";
import { createNetlinkActuator } from "../vip/address/netlink-actuator";
import type { HostNetwork } from "../vip/address/types";
import { createPacketArpPort } from "../vip/arp/packet-port";
import type { ArpPort } from "../vip/arp/types";
import { WireWatch } from "./wire-watch";

const limitMs = 60_000;
const clusterId = "00000000-0000-4000-8000-0000000000c1";
const vipId = "00000000-0000-4000-8000-0000000000aa";
const farId = "00000000-0000-4000-8000-0000000000bb";

describe.each([
  ["10.99.0.100", "10.98.0.100"],
  ["fd99::100", "fd98::100"],
])("addresses such as %s that a host asks for without ever holding them", (near, distant) => {
  const vip = { vipId, address: near };
  const far = { vipId: farId, address: distant };
  const nodad = near.includes(":") ? ["nodad"] : [];
  let pair: NamespacePair;
  let arp: ArpPort;
  let network: HostNetwork;
  let watch: WireWatch;
  let changes = 0;
  let isOwn = false;

  beforeAll(async () => {
    const libc = findLibc();
    if (libc === null) {
      throw new Error("this machine has no koffi");
    }
    pair = createNamespacePair();
    const actuator = inNamespace(pair.a, () => createNetlinkActuator(libc));
    network = await inNamespace(pair.a, () => actuator.listNetwork());
    actuator.close();
    // Its socket is opened on first use, which is here and not in a timer outside of the namespace.
    arp = inNamespace(pair.a, () => createPacketArpPort(libc));
    inNamespace(pair.a, () => arp.watch("eth0", [near], () => undefined));
    watch = new WireWatch({
      arp: { ...arp, ask: (...args) => inNamespace(pair.a, () => arp.ask(...args)) },
      network: () => network,
      isOwnVip: () => isOwn,
      onChange: () => {
        changes += 1;
      },
    });
  });
  afterEach(() => {
    watch.stop();
    isOwn = false;
  });
  afterAll(() => {
    arp.close();
    pair.dispose();
  });

  test("are asked for each second on the interface of their subnet, and each change is told once", async () => {
    expect(watch.order({ clusterId, forSeconds: 60, vips: [vip, far] })).toEqual([vip.vipId]);
    await waitFor("silence", limitMs, () => watch.list()[0]?.macs.length === 0);
    const asked = watch.list()[0]?.askedMonotonicMs ?? 0;
    pair.run(pair.b, "ip", "address", "add", vip.address, "dev", "eth0", ...nodad);
    await waitFor("an owner", limitMs, () => watch.list()[0]?.macs.length === 1);
    expect(watch.list()).toMatchObject([{ vipId: vip.vipId, address: vip.address }]);
    expect((watch.list()[0]?.askedMonotonicMs ?? 0) - asked).toBeGreaterThan(500);
    pair.run(pair.b, "ip", "address", "del", vip.address, "dev", "eth0");
    await waitFor("silence again", limitMs, () => watch.list()[0]?.macs.length === 0);
    expect(changes).toBe(3);
  });

  test("are forgotten when the order is empty, is not repeated in time, or the agent asks for them itself", async () => {
    watch.order({ clusterId, forSeconds: 60, vips: [vip] });
    await waitFor("an answer", limitMs, () => watch.list().length === 1);
    expect(watch.order({ clusterId, forSeconds: 60, vips: [] })).toEqual([]);
    expect(watch.list()).toEqual([]);
    watch.order({ clusterId, forSeconds: 60, vips: [vip] });
    await waitFor("an answer", limitMs, () => watch.list().length === 1);
    watch.order({ clusterId, forSeconds: 2, vips: [vip] });
    await waitFor("the end of the order", limitMs, () => watch.list().length === 0);
    isOwn = true;
    expect(watch.order({ clusterId, forSeconds: 60, vips: [vip] })).toEqual([]);
  });
});
