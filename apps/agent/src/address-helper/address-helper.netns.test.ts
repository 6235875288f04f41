import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { formatMessage } from "@primacy/contract";
import type { AddressGrant } from "@primacy/contract/agent";
import { planAddressLabel } from "@primacy/core/vip";
import { isLongRun } from "@primacy/lab";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type AddressHelperHost,
  type AddressHelperProcess,
  createAddressHelperHost,
} from "../testing/address-helper-process";
import { createNamespacePair, type NamespacePair } from "../testing/network-namespace";
import { createTestAuthority, type KeyPair, signGrant, type TestAuthority } from "../testing/test-authority";
import { waitFor } from "../testing/wait-for";
import { monotonicMs } from "../vip/address/types";

const vip = "10.99.0.100";
const foreign = "10.99.0.101";
const hostId = randomUUID();
const clusterId = randomUUID();
const limitMs = 120_000;

function planGrant(change: Partial<AddressGrant> = {}): AddressGrant {
  const held = { vipId: randomUUID(), address: vip, prefixLength: 32, nic: "eth0", ports: [3306] };
  return {
    version: 1,
    hostId,
    clusterId,
    epoch: 5,
    maxLeaseSeconds: 4,
    vips: [{ ...held, onRelease: "cut" }],
    ...change,
  };
}

function lease(change: object = {}): object {
  return {
    nic: "eth0",
    address: vip,
    prefixLength: 32,
    label: planAddressLabel("eth0", vip),
    leaseSeconds: 4,
    deadlineMs: monotonicMs() + limitMs,
    ...change,
  };
}

describe("the process that touches addresses", () => {
  let pair: NamespacePair;
  let authority: TestAuthority;
  let console: KeyPair;
  let host: AddressHelperHost;
  let hands: AddressHelperProcess;

  const listAddresses = (): string => pair.run(pair.a, "ip", "-4", "-o", "address", "show");
  const permit = (change: Partial<AddressGrant> = {}, by = console) =>
    hands.ask("permit", signGrant(planGrant(change), by));
  const restart = async (): Promise<void> => {
    await hands.kill();
    hands = await host.start(pair.a);
  };

  beforeAll(async () => {
    pair = createNamespacePair();
    authority = await createTestAuthority();
    console = await authority.issue({ kind: "console", consoleId: authority.consoleId });
  });
  beforeEach(async () => {
    host = await createAddressHelperHost(authority, hostId);
    hands = await host.start(pair.a);
  });
  afterEach(async () => {
    await hands.kill();
    host.dispose();
    pair.run(pair.a, "nft", "flush", "ruleset");
    for (const address of [vip, foreign]) {
      if (listAddresses().includes(`${address}/`)) {
        pair.run(pair.a, "ip", "address", "delete", `${address}/32`, "dev", "eth0");
      }
    }
  });
  afterAll(() => pair.dispose());

  test("has two capabilities, can get no other, and no socket of the network", () => {
    const status = readFileSync(`/proc/${hands.pid}/status`, "utf8");
    const netAdminAndRaw = "0000000000003000";
    for (const set of ["CapPrm", "CapEff", "CapBnd"]) {
      expect(status).toContain(`${set}:\t${netAdminAndRaw}`);
    }
    expect(status).toContain("NoNewPrivs:\t1");
    const folder = `/proc/${hands.pid}/fd`;
    const inodes = readdirSync(folder).flatMap(
      (fd) => /^socket:\[(\d+)\]$/.exec(readlinkSync(`${folder}/${fd}`))?.[1] ?? [],
    );
    expect(inodes).not.toEqual([]);
    const internet = ["tcp", "tcp6", "udp", "udp6", "udplite", "raw", "raw6"].map((kind) =>
      readFileSync(`/proc/${hands.pid}/net/${kind}`, "utf8"),
    );
    for (const inode of inodes) {
      expect(internet.join("\n")).not.toMatch(new RegExp(` ${inode} `));
    }
  });

  test("does what the permit has: holds the address with its lease, renews and removes it", async () => {
    expect(await permit()).toMatchObject({ kind: "answer", value: { epoch: 5 } });
    for (let round = 0; round < 2; round += 1) {
      expect(await hands.ask("lease", lease())).toMatchObject({ kind: "answer", value: { kind: "done" } });
      expect(listAddresses()).toMatch(new RegExp(`${vip}/32 .*${planAddressLabel("eth0", vip)}`));
    }
    const gate = { act: "open", address: vip, ports: [3306], untilMs: monotonicMs() + 3000 };
    expect(await hands.ask("gate", gate)).toMatchObject({ value: { outcome: { kind: "done" } } });
    expect(await hands.ask("announce", { nic: "eth0", address: vip, neighbours: null })).toMatchObject({
      value: { kind: "sent" },
    });
    expect(await hands.ask("kill", { address: vip })).toMatchObject({ value: { kind: "done" } });
    const remove = { nic: "eth0", address: vip, prefixLength: 32 };
    expect(await hands.ask("remove", remove)).toMatchObject({ value: { kind: "done" } });
    expect(listAddresses()).not.toContain(vip);
  });

  test.each([
    ["another address", "lease", lease({ address: foreign, label: planAddressLabel("eth0", foreign) })],
    ["another interface", "lease", lease({ nic: "lo", label: planAddressLabel("lo", vip) })],
    ["the address with its network", "lease", lease({ prefixLength: 24 })],
    ["a label that is not the agent's", "lease", lease({ label: "eth0:x" })],
    ["a longer lease than the permit has", "lease", lease({ leaseSeconds: 5 })],
    [
      "the removal of the host's own address",
      "remove",
      { nic: "eth0", address: "10.99.0.1", prefixLength: 24 },
    ],
    ["the end of connections from another address", "kill", { address: "10.99.0.1" }],
    [
      "a gate before another port",
      "gate",
      { act: "close", address: vip, ports: [22], untilMs: monotonicMs() + 3000 },
    ],
    [
      "a gate before another address",
      "gate",
      { act: "close", address: "10.99.0.1", ports: [3306], untilMs: monotonicMs() + 3000 },
    ],
    ["the announcement of another address", "announce", { nic: "eth0", address: foreign, neighbours: null }],
    [
      "to speak to neighbours for another address",
      "announce",
      { nic: "eth0", address: foreign, neighbours: ["10.99.0.2"] },
    ],
  ])("refuses %s, and changes nothing", async (_name, verb, body) => {
    await permit();
    const before = listAddresses();
    const answer = await hands.ask(verb, body);
    expect(answer).toMatchObject({ kind: "refused", code: "not_permitted" });
    const told = answer.kind === "refused" ? formatMessage(answer.message, "zh") : "";
    expect(told).toContain("没有授权");
    expect(told).not.toMatch(/[a-z]{2,} [a-z]{2,}/);
    expect(listAddresses()).toBe(before);
  });

  test("refuses what has no form of its protocol, also a lease longer than any", async () => {
    await permit();
    for (const [verb, body] of [
      ["lease", lease({ leaseSeconds: 60 })],
      ["lease", lease({ command: "reboot" })],
      ["run", { command: "reboot" }],
    ] as const) {
      expect(await hands.ask(verb, body)).toMatchObject({ kind: "refused", code: "bad_request" });
    }
    expect(listAddresses()).not.toContain(vip);
  });

  test("a request that comes late touches nothing, and without a permit there is nothing to hold", async () => {
    expect(await hands.ask("lease", lease())).toMatchObject({ kind: "refused", code: "not_permitted" });
    await permit();
    const late = lease({ deadlineMs: monotonicMs() - 1 });
    expect(await hands.ask("lease", late)).toMatchObject({ value: { kind: "cancelled" } });
    expect(listAddresses()).not.toContain(vip);
  });

  test("anybody may be asked for, but not as often as one likes", async () => {
    const question = { nic: "eth0", address: "10.99.0.2", windowMs: 200 };
    expect(await hands.ask("ask", question)).toMatchObject({ value: { kind: "asked", macs: [pair.macB] } });
    await permit();
    const announce = async (): Promise<string> => {
      const answer = await hands.ask("announce", { nic: "eth0", address: vip, neighbours: null });
      return answer.kind === "refused" ? answer.code : answer.kind;
    };
    // So many within a second: a busy machine may need longer for one time.
    await waitFor("a limit", 60_000, async () =>
      (await Promise.all(Array.from({ length: 40 }, announce))).includes("rate_limited"),
    );
  });

  test("orders the gate for what is left of the time, which is seldom a whole number", async () => {
    await permit();
    const order = { address: vip, ports: [3306] };
    for (const act of ["install", "open", "drain", "close"])
      expect(
        await hands.ask("gate", { ...order, act, untilMs: monotonicMs() + 20_000.4 }),
        act,
      ).toMatchObject({ value: { outcome: { kind: "done" }, isWorking: true } });
    expect(await hands.ask("gate", { ...order, act: "drain", untilMs: monotonicMs() })).toMatchObject({
      value: { outcome: { kind: "done" } },
    });
  });

  test("takes a permit from its console alone, for its host alone, and of no lower epoch", async () => {
    await permit();
    const other = await createTestAuthority();
    const stranger = await other.issue({ kind: "console", consoleId: authority.consoleId });
    const peer = await authority.issue({ kind: "host", consoleId: authority.consoleId, hostId });
    const wider = { epoch: 6, vips: planGrant().vips.map((one) => ({ ...one, address: foreign })) };
    const signed = signGrant(planGrant(wider), console);
    const forged = { ...signGrant(planGrant({ epoch: 6 }), console), text: signed.text };
    const refused = [
      await permit(wider, stranger),
      await permit(wider, peer),
      await permit(wider, { ...console, certificatePem: peer.certificatePem }),
      await hands.ask("permit", forged),
      await permit({ ...wider, hostId: randomUUID() }),
      await permit({ epoch: 6, vips: planGrant().vips.map((one) => ({ ...one, prefixLength: 24 })) }),
    ];
    for (const answer of refused) {
      expect(answer).toMatchObject({ kind: "refused", code: "not_permitted" });
    }
    expect(await permit({ ...wider, epoch: 4 })).toMatchObject({ kind: "refused", code: "epoch_too_low" });
    const taking = lease({ address: foreign, label: planAddressLabel("eth0", foreign) });
    expect(await hands.ask("lease", taking)).toMatchObject({ kind: "refused" });
    expect(await hands.ask("lease", lease())).toMatchObject({ value: { kind: "done" } });
    await permit(wider);
    expect(await hands.ask("lease", taking)).toMatchObject({ value: { kind: "done" } });
    // Until the document that fits is in force, the one before is.
    expect(await hands.ask("lease", lease())).toMatchObject({ value: { kind: "done" } });
    expect(readFileSync(host.layout.releaseListFile, "utf8")).toBe(
      `${foreign} eth0 3306\n${vip} eth0 3306\n`,
    );
    const remove = { nic: "eth0", address: vip, prefixLength: 32 };
    expect(await hands.ask("remove", remove)).toMatchObject({ value: { kind: "done" } });
    await hands.ask("settle", { clusterId });
    expect(readFileSync(host.layout.releaseListFile, "utf8")).toBe(`${foreign} eth0 3306\n`);
    expect(await hands.ask("lease", lease())).toMatchObject({ kind: "refused", code: "not_permitted" });
  });

  test("keeps the permit over a restart, in a file that it does not believe where it was changed", async () => {
    await permit();
    await restart();
    expect(hands.hello.permits).toMatchObject([{ clusterId, epoch: 5 }]);
    const kept = readFileSync(host.layout.permitFile, "utf8");
    writeFileSync(host.layout.permitFile, kept.replaceAll(vip, foreign));
    await restart();
    expect(hands.hello.permits).toEqual([]);
    writeFileSync(host.layout.permitFile, kept);
    await restart();
    await hands.ask("lease", lease());
    await hands.ask("forget", { clusterId });
    expect(listAddresses()).not.toContain(vip);
    expect(existsSync(host.layout.releaseListFile)).toBe(false);
    await restart();
    expect(hands.hello.permits).toEqual([]);
    // A console that was restored goes on above it.
    const floor = { kind: "refused", code: "epoch_too_low", epoch: 5 };
    expect(await permit({ epoch: 4 })).toMatchObject(floor);
  });

  test("keeps a permit of each of its clusters: what is told of one changes nothing of the other", async () => {
    const vips = planGrant().vips.map((one) => ({ ...one, address: foreign }));
    const other = { clusterId: randomUUID(), vips };
    const ofOther = (change: object = {}): object =>
      lease({ address: foreign, label: planAddressLabel("eth0", foreign), ...change });
    await permit();
    expect(await permit({ ...other, epoch: 2, maxLeaseSeconds: 3 })).toMatchObject({
      value: { epoch: 2 },
    });
    expect(await hands.ask("lease", lease())).toMatchObject({ value: { kind: "done" } });
    expect(await hands.ask("lease", ofOther())).toMatchObject({ kind: "refused", code: "not_permitted" });
    expect(await hands.ask("lease", ofOther({ leaseSeconds: 3 }))).toMatchObject({ value: { kind: "done" } });
    // An address is of one cluster alone.
    const taken = await permit({ clusterId: other.clusterId, epoch: 3 });
    expect(taken).toMatchObject({ kind: "refused", code: "not_permitted" });
    expect(taken).toMatchObject({
      message: { code: "grant.address_taken", params: { address: vip, clusterId } },
    });
    await hands.ask("settle", { clusterId: other.clusterId });
    expect(readFileSync(host.layout.releaseListFile, "utf8")).toBe(
      `${vip} eth0 3306\n${foreign} eth0 3306\n`,
    );
    await restart();
    expect(hands.hello.permits.map((one) => one.clusterId)).toEqual([clusterId, other.clusterId]);
    for (const body of [lease(), ofOther({ leaseSeconds: 3 })])
      expect(await hands.ask("lease", body)).toMatchObject({ value: { kind: "done" } });
    await hands.ask("forget", { clusterId });
    expect(listAddresses()).not.toContain(`${vip}/32`);
    expect(listAddresses()).toContain(`${foreign}/32`);
    expect(await hands.ask("lease", lease())).toMatchObject({ kind: "refused", code: "not_permitted" });
    expect(readFileSync(host.layout.releaseListFile, "utf8")).toBe(`${foreign} eth0 3306\n`);
  });

  test("without its agent it lets go, long before the lease ends, and ends", async () => {
    await permit();
    await hands.ask("lease", lease());
    const heldMs = monotonicMs();
    await hands.leave();
    expect(listAddresses()).not.toContain(vip);
    if (isLongRun) expect(monotonicMs() - heldMs).toBeLessThan(3500);
    // What it leaves where it lets go itself.
    expect(pair.run(pair.a, "nft", "list", "set", "inet", "primacy_vip", "guarded")).toContain(vip);
  });

  test("in a handover it leaves what the next release goes on with", async () => {
    await permit();
    await hands.ask("lease", lease());
    writeFileSync(host.layout.handoverOrderFile, "/opt/next\n");
    await hands.leave();
    expect(listAddresses()).toContain(vip);
  });

  test("killed with its agent it leaves the address to the kernel's lease", async () => {
    await permit();
    await hands.ask("lease", lease({ leaseSeconds: 1 }));
    await hands.kill();
    await waitFor("the end of the lease", 60_000, async () => !listAddresses().includes(vip));
  });

  test("serves one agent at a time", async () => {
    expect(await hands.knock()).toEqual({ kind: "busy" });
    expect(await permit()).toMatchObject({ kind: "answer" });
  });

  test("keeps a new key with its certificate, and no other authority", async () => {
    const next = await authority.issue({ kind: "host", consoleId: authority.consoleId, hostId });
    const other = await createTestAuthority();
    const renewal = { ...next, caPem: authority.caPem };
    expect(await hands.ask("renew", { ...renewal, caPem: other.caPem })).toMatchObject({ kind: "refused" });
    const elsewhere = await authority.issue({
      kind: "host",
      consoleId: authority.consoleId,
      hostId: randomUUID(),
    });
    expect(await hands.ask("renew", { ...renewal, ...elsewhere })).toMatchObject({ kind: "refused" });
    expect(await hands.ask("renew", renewal)).toMatchObject({ kind: "answer" });
    await restart();
    expect(hands.hello.identity.certificatePem).toBe(next.certificatePem);
  });
});
