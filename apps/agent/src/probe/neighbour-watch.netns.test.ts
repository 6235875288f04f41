import type { PeerReach } from "@primacy/contract/agent";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { findLibc } from "../ffi/libc";
import { createNamespacePair, inNamespace, type NamespacePair } from "../testing/network-namespace";
import { waitFor } from "../testing/wait-for";
import { createNetlinkActuator } from "../vip/address/netlink-actuator";
import type { HostNetwork } from "../vip/address/types";
import { createPacketArpPort } from "../vip/arp/packet-port";
import type { ArpPort } from "../vip/arp/types";
import { findNicTowards, NeighbourWatch } from "./neighbour-watch";

const limitMs = 60_000;
const peer = { hostId: "00000000-0000-4000-8000-000000000002", address: "10.99.0.2" };

function reachOf(isAgentAnswering: boolean | null): PeerReach {
  return {
    hostId: peer.hostId,
    isHostAnswering: null,
    hostAskedMonotonicMs: null,
    isAgentAnswering,
    agentAskedMonotonicMs: 7,
    agentRttMs: null,
  };
}

describe("the hosts of peers whose agents are silent", () => {
  let pair: NamespacePair;
  let arp: ArpPort;
  let network: HostNetwork;
  let watch: NeighbourWatch;
  let changes = 0;

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
    inNamespace(pair.a, () => arp.watch("eth0", [], () => undefined));
    watch = new NeighbourWatch(
      { ...arp, ask: (...args) => inNamespace(pair.a, () => arp.ask(...args)) },
      () => network,
      () => {
        changes += 1;
      },
    );
  });
  afterEach(() => watch.stop());
  afterAll(() => {
    arp.close();
    pair.dispose();
  });

  test("are told to live when the wire answers, to be dead when it does not, and each change once", async () => {
    const silent = reachOf(false);
    expect(watch.complete(silent)).toEqual(silent);
    watch.start([peer], () => [silent]);
    await waitFor("it answers", limitMs, () => watch.complete(silent).isHostAnswering === true);
    expect(watch.complete(silent).hostAskedMonotonicMs).toBeGreaterThan(0);
    expect(changes).toBe(1);
    pair.run(pair.b, "ip", "link", "set", "eth0", "arp", "off");
    await waitFor("it is silent", limitMs, () => watch.complete(silent).isHostAnswering === false);
    expect(changes).toBe(2);
    pair.run(pair.b, "ip", "link", "set", "eth0", "arp", "on");
    await waitFor("it answers again", limitMs, () => watch.complete(silent).isHostAnswering === true);
    expect(changes).toBe(3);
  });

  test("are forgotten with their peer, and an agent that answers shows by itself that its host lives", () => {
    watch.start([], () => []);
    expect(watch.complete(reachOf(false)).isHostAnswering).toBeNull();
    expect(watch.complete(reachOf(true))).toMatchObject({ isHostAnswering: true, hostAskedMonotonicMs: 7 });
  });

  test("are asked for on the interface of their subnet, and not at all beyond a router or by a name", () => {
    expect(findNicTowards(network, "10.99.0.77")).toBe("eth0");
    expect(findNicTowards(network, "10.98.0.77")).toBeNull();
    expect(findNicTowards(network, "127.0.0.2")).toBeNull();
    expect(findNicTowards(network, "db2.example")).toBeNull();
  });
});
