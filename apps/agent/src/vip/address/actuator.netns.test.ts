import { planVipLabel, type VipTarget } from "@primacy/core/vip";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { findCommand } from "../../command/run-command";
import { findLibc } from "../../ffi/libc";
import { createNamespacePair, enterNamespace, type NamespacePair } from "../../testing/network-namespace";
import { waitFor } from "../../testing/wait-for";
import { judgeKernel } from "../execute/observe-kernel";
import { createIpCommandActuator } from "./ip-command-actuator";
import { createNetlinkActuator } from "./netlink-actuator";
import { type AddressActuator, type LeaseRequest, monotonicMs, type NetworkChange } from "./types";

const vip = "10.99.0.100";
/** For what has to happen, however busy the machine is. */
const limitMs = 20_000;

function createActuator(kind: AddressActuator["kind"]): AddressActuator {
  const libc = findLibc();
  const ipFile = findCommand("ip");
  if (libc === null || ipFile === null) {
    throw new Error("this machine has no koffi or no ip");
  }
  return kind === "netlink" ? createNetlinkActuator(libc) : createIpCommandActuator(ipFile);
}

function lease(overrides: Partial<LeaseRequest> = {}): LeaseRequest {
  return {
    interfaceName: "eth0",
    address: vip,
    label: "eth0:pv1",
    leaseSeconds: 30,
    deadlineMs: monotonicMs() + limitMs,
    ...overrides,
  };
}

describe.each(["netlink", "ip-command"] as const)("address actuator by %s", (kind) => {
  let pair: NamespacePair;
  let actuator: AddressActuator;
  let leave: () => void;

  const find = async () => (await actuator.listAddresses()).find((held) => held.address === vip);

  beforeAll(() => {
    pair = createNamespacePair();
    leave = enterNamespace(pair.a);
    actuator = createActuator(kind);
  });
  afterEach(async () => {
    await actuator.executeRemove("eth0", vip, 32);
  });
  afterAll(() => {
    actuator.close();
    leave();
    pair.dispose();
  });

  test("adds a /32 with label and lease, and answers ARP with it", async () => {
    expect(await actuator.executeLease(lease())).toMatchObject({ kind: "done" });
    const held = await find();
    expect(held).toMatchObject({ interfaceName: "eth0", prefixLength: 32, label: "eth0:pv1" });
    expect(held?.validSeconds).toBeLessThanOrEqual(30);
    expect(pair.run(pair.b, "arping", "-c1", "-w20", "-I", "eth0", vip)).toContain(pair.macA.toUpperCase());
  });

  test("an interface whose name has all 15 characters gets a label that is known again, and loses the address", async () => {
    const nic = "enp129s0f0np0.1";
    pair.run(pair.a, "ip", "link", "add", nic, "type", "veth", "peer", "name", "peer0");
    pair.run(pair.a, "ip", "link", "set", nic, "up");
    const label = planVipLabel(nic, "1z141z3");
    const wanted: VipTarget = { address: vip, prefixLength: 32, nic, label };
    expect(await actuator.executeLease(lease({ interfaceName: nic, label }))).toMatchObject({ kind: "done" });
    expect(judgeKernel(await actuator.listAddresses(), wanted)).toMatchObject({ kind: "own" });
    expect(await actuator.executeRemove(nic, vip, 32)).toMatchObject({ kind: "done" });
    expect(judgeKernel(await actuator.listAddresses(), wanted)).toEqual({ kind: "absent" });
    pair.run(pair.a, "ip", "link", "delete", nic);
  });

  test("renewing keeps the address past its first lease, and the kernel removes it without renewal", async () => {
    let heldSinceMs = Number.POSITIVE_INFINITY;
    let renewedMs = 0;
    // A longer lease that is in force is cut short by the renewal, as one on late evidence has to be.
    await actuator.executeLease(lease());
    await waitFor("held for 2.5 s by leases of 1 s", limitMs, async () => {
      const askedMs = monotonicMs();
      await actuator.executeLease(lease({ leaseSeconds: 1 }));
      renewedMs = monotonicMs();
      heldSinceMs = Math.min(heldSinceMs, renewedMs);
      if ((await find()) === undefined) {
        // Only a machine that stood still for the whole lease may have lost it; the time begins anew.
        expect(monotonicMs() - askedMs).toBeGreaterThan(1000);
        heldSinceMs = Number.POSITIVE_INFINITY;
      }
      return monotonicMs() - heldSinceMs > 2500;
    });
    let seenMs = renewedMs;
    await waitFor("the kernel removes it", limitMs, async () => {
      const readMs = monotonicMs();
      if ((await find()) === undefined) {
        return true;
      }
      seenMs = readMs;
      return false;
    });
    expect(seenMs - renewedMs).toBeLessThan(2200);
  });

  test("does nothing once the deadline has passed", async () => {
    expect(await actuator.executeLease(lease({ deadlineMs: monotonicMs() - 1 }))).toMatchObject({
      kind: "cancelled",
    });
    expect(await find()).toBeUndefined();
  });

  test("an act that ends after its deadline leaves no address behind", async () => {
    // The deadline is met before the act and missed after it in nearly every round of the shorter ones.
    const seen = new Set<string>();
    await waitFor("an act was late", 30_000, async () => {
      const deadlineMs = monotonicMs() + Math.random() * (kind === "netlink" ? 0.2 : 2);
      const outcome = await actuator.executeLease(lease({ deadlineMs }));
      seen.add(outcome.kind);
      if (outcome.kind !== "done") {
        expect(await find()).toBeUndefined();
      }
      await actuator.executeRemove("eth0", vip, 32);
      return seen.has("late");
    });
  });

  test("removing is verified, may be repeated, and leaves the host's own address alone", async () => {
    await actuator.executeLease(lease());
    expect(await actuator.executeRemove("eth0", vip, 32)).toMatchObject({ kind: "done" });
    expect(await actuator.executeRemove("eth0", vip, 32)).toMatchObject({ kind: "done" });
    expect(await actuator.executeRemove("nosuch0", vip, 32)).toMatchObject({ kind: "done" });
    const addresses = (await actuator.listAddresses()).filter((held) => held.interfaceName === "eth0");
    expect(addresses).toEqual([
      { interfaceName: "eth0", address: "10.99.0.1", prefixLength: 24, label: "eth0", validSeconds: null },
    ]);
  });

  test("an interface that is not there is ENODEV", async () => {
    expect(await actuator.executeLease(lease({ interfaceName: "nosuch0" }))).toMatchObject({
      kind: "failed",
      code: "ENODEV",
    });
  });

  test("lists interfaces with MAC and carrier, and sees the carrier go and come", async () => {
    const eth0 = async () => (await actuator.listLinks()).find((link) => link.interfaceName === "eth0");
    expect(await eth0()).toMatchObject({ mac: pair.macA, isUp: true, hasCarrier: true });
    pair.run(pair.b, "ip", "link", "set", "eth0", "down");
    await waitFor("carrier lost", limitMs, async () => (await eth0())?.hasCarrier === false);
    pair.run(pair.b, "ip", "link", "set", "eth0", "up");
    await waitFor("carrier back", limitMs, async () => (await eth0())?.hasCarrier === true);
  });

  test("announces an interface that is removed", async () => {
    pair.run(pair.a, "ip", "link", "add", "gone0", "type", "veth", "peer", "name", "gone1");
    const changes: NetworkChange[] = [];
    const stop = actuator.watchChanges((change) => changes.push(change));
    await waitFor("it is announced while it lives", limitMs, () => {
      pair.run(pair.a, "ip", "link", "set", "gone0", "up");
      pair.run(pair.a, "ip", "link", "set", "gone0", "down");
      return changes.length > 0;
    });
    pair.run(pair.a, "ip", "link", "delete", "gone0");
    await waitFor("resync", limitMs, () => changes.some(({ kind: what }) => what === "resync"));
    stop();
  });

  test("announces an address that somebody removes, and a link that goes down", async () => {
    const changes: NetworkChange[] = [];
    const stop = actuator.watchChanges((change) => changes.push(change));
    const has = (...kinds: string[]) => changes.some((change) => kinds.includes(change.kind));
    // The `ip` child needs a moment to subscribe, so the change is repeated until it is announced.
    await waitFor("removal announced", limitMs, async () => {
      await actuator.executeLease(lease());
      pair.run(pair.a, "ip", "address", "delete", `${vip}/32`, "dev", "eth0");
      return has("address-removed", "resync");
    });
    changes.length = 0;
    pair.run(pair.b, "ip", "link", "set", "eth0", "down");
    await waitFor("link announced", limitMs, () => has("link-changed", "resync"));
    pair.run(pair.b, "ip", "link", "set", "eth0", "up");
    stop();
    stop();
  });
});
