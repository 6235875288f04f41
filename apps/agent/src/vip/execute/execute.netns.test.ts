import { once } from "node:events";
import net from "node:net";
import { hostPrefixLength } from "@primacy/contract";
import { planAddressLabel, type VipTarget } from "@primacy/core/vip";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  createNamespacePair,
  enterNamespace,
  inNamespace,
  type NamespacePair,
} from "../../testing/network-namespace";
import { waitFor } from "../../testing/wait-for";
import { findAddressActuator } from "../address/create-actuator";
import { type AddressActuator, monotonicMs } from "../address/types";
import { createResetGate } from "../gate/create-gate";
import type { ResetGate } from "../gate/types";
import { findSocketKiller } from "../sockets/create-killer";
import type { SocketKiller } from "../sockets/types";
import { executeAct, type VipAct } from "./execute-act";
import { executeRelease, type VipRelease } from "./execute-release";

const targets = ["10.99.0.100", "fd99::100"].map(
  (address): VipTarget => ({
    address,
    prefixLength: hostPrefixLength(address),
    nic: "eth0",
    label: planAddressLabel("eth0", address),
  }),
);
const tombstoneMs = 20_000;
const guardedPorts = [3306];
/** For what has to happen, however busy the machine is. */
const limitMs = 25_000;

function bindOf(target: VipTarget, overrides: Partial<VipAct>): VipAct {
  const nowMs = monotonicMs();
  return {
    kind: "bind",
    actionId: 1,
    gen: 5,
    target,
    evidenceStartMs: nowMs,
    deadlineMs: nowMs + limitMs,
    // No longer than a lease may be, or an IPv6 address is not known for one; of IPv4 the label says it.
    leaseMs: target.prefixLength === 128 ? 5_000 : 30_000,
    gateOpenUntilMs: nowMs + 29_500,
    guardedPorts,
    ...overrides,
  };
}

const releaseTerms = {
  kind: "release",
  actionId: 2,
  guardedPorts,
  reason: "not-primary",
  endsConnections: true,
  tombstoneMs,
  limitsMs: { gate: limitMs, kill: limitMs, delete: limitMs },
} as const;

describe.each(targets)("taking and releasing $address", (target) => {
  const isIpv6 = target.prefixLength === 128;
  const release: VipRelease = { ...releaseTerms, target };
  const bind = (overrides: Partial<VipAct> = {}): VipAct => bindOf(target, overrides);
  let pair: NamespacePair;
  let actuator: AddressActuator;
  let gate: ResetGate;
  let killer: SocketKiller | null;
  let server: net.Server;
  let leave: () => void;
  const on = <T>(act: () => T): T => inNamespace(pair.a, act);
  const act = (wanted: VipAct, newestGen = 5) =>
    on(() => executeAct(wanted, { actuator, gate, newestGen: () => newestGen, tombstoneMs }));
  const letGo = () => on(() => executeRelease(release, { actuator, gate, killer }));
  const isHeld = () =>
    pair.run(pair.a, "ip", "address", "show", "dev", "eth0").includes(` ${target.address}/`);

  async function connect(): Promise<net.Socket> {
    const socket = net.connect({ host: target.address, port: 3306 });
    socket.setTimeout(limitMs, () => socket.destroy(new Error("silence")));
    await once(socket, "connect");
    return socket;
  }

  /** A gate that takes longer than its limit to open does not keep the address from being bound: it opens later. */
  const reach = (): Promise<net.Socket> =>
    waitFor("a client is let in", limitMs, () => connect().catch(() => null));

  beforeAll(async () => {
    pair = createNamespacePair();
    leave = enterNamespace(pair.b);
    const found = on(() => findAddressActuator());
    if (found === null) {
      throw new Error("no actuator");
    }
    actuator = found;
    gate = on(() => createResetGate(tombstoneMs));
    killer = on(() => findSocketKiller());
    server = net.createServer((socket) => {
      socket.on("error", () => undefined);
      socket.pipe(socket);
    });
    on(() => server.listen(3306));
    await once(server, "listening");
    expect(await on(() => gate.install({ address: target.address, ports: guardedPorts }, 0))).toEqual({
      kind: "done",
    });
  });
  afterEach(async () => {
    await letGo();
  });
  afterAll(() => {
    gate.stop();
    actuator.close();
    killer?.close();
    server.close();
    leave();
    pair.dispose();
  });

  test("a bind opens the gate and sets the address, also right after a release", async () => {
    await letGo();
    expect(await act(bind())).toMatchObject({ kind: "act-done", actionId: 1, late: false });
    expect(isHeld()).toBe(true);
    (await reach()).destroy();
  });

  test("an act of an older generation, or past its deadline, touches nothing", async () => {
    expect(await act(bind(), 6)).toEqual({ kind: "act-cancelled", actionId: 1 });
    expect(await act(bind({ deadlineMs: monotonicMs() - 1 }))).toEqual({
      kind: "act-cancelled",
      actionId: 1,
    });
    expect(isHeld()).toBe(false);
  });

  test("a renewal that is dropped leaves the gate of the holder open", async () => {
    await act(bind());
    expect(await act(bind({ kind: "renew" }), 6)).toEqual({ kind: "act-cancelled", actionId: 1 });
    (await reach()).destroy();
  });

  test("an interface that is gone is reported as such", async () => {
    const elsewhere: VipTarget = { ...target, nic: "nosuch0", label: "nosuch0:pv1" };
    expect(await act(bind({ target: elsewhere }))).toMatchObject({ kind: "act-failed", code: "no-device" });
  });

  test("a release resets connected clients, leaves no connection behind, and resets who comes later", async () => {
    await act(bind());
    const client = await reach();
    const reset = new Promise((resolve) =>
      client.on("error", (error) => resolve("code" in error && error.code)),
    );
    const startMs = monotonicMs();
    expect(await letGo()).toEqual({
      kind: "release-finished",
      actionId: 2,
      remaining: { kind: "absent" },
      problems: [],
      errorCode: null,
    });
    expect(await reset).toBe("ECONNRESET");
    // No step of it ran into its limit.
    expect(monotonicMs() - startMs).toBeLessThan(limitMs / 2);
    expect(isHeld()).toBe(false);
    expect(
      pair.run(pair.a, "ss", "-H", "-n", "-t", "src", isIpv6 ? `[${target.address}]` : target.address).trim(),
    ).toBe("");
    await expect(connect()).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  test("a release that leaves connections alone resets nobody, and they live on where the address comes back", async () => {
    const alone = { guardedPorts: [], endsConnections: false } as const;
    // What the gate guarded until then must not reset anybody when its time is over.
    await act(bind());
    const client = await reach();
    await act(bind({ kind: "renew", guardedPorts: [] }));
    const listGuarded = (): string => pair.run(pair.a, "nft", "list", "table", "inet", "primacy_vip");
    await waitFor("no gate", limitMs, async () => !listGuarded().includes(target.address));
    const released = on(() => executeRelease({ ...release, ...alone }, { actuator, gate, killer }));
    expect(await released).toMatchObject({ remaining: { kind: "absent" }, problems: [] });
    expect(isHeld()).toBe(false);
    client.write("still ");
    await act(bind({ guardedPorts: [] }));
    client.write("there?");
    let said = "";
    for await (const data of client) {
      said += String(data);
      if (said.length >= "still there?".length) break;
    }
    expect(said).toBe("still there?");
  });

  test("an address that something else put there is reported and left alone", async () => {
    const cidr = `${target.address}/${isIpv6 ? 64 : 24}`;
    pair.run(pair.a, "ip", "address", "add", cidr, "dev", "eth0", ...(isIpv6 ? ["nodad"] : []));
    expect(await letGo()).toMatchObject({ remaining: { kind: "foreign" }, errorCode: null });
    expect(isHeld()).toBe(true);
    pair.run(pair.a, "ip", "address", "delete", cidr, "dev", "eth0");
  });

  test("without gate and without a way to end connections the address still goes", async () => {
    await act(bind());
    gate.stop();
    const outcome = await on(() => executeRelease(release, { actuator, gate, killer: null }));
    expect(outcome).toMatchObject({ remaining: { kind: "absent" }, errorCode: null });
    gate = on(() => createResetGate(tombstoneMs));
  });
});
