import { randomUUID } from "node:crypto";
import { formatMessage } from "@primacy/contract";
import type { AddressGrant } from "@primacy/contract/agent";
import { planAddressLabel } from "@primacy/core/vip";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type AddressHelperHost,
  type AddressHelperProcess,
  createAddressHelperHost,
} from "../testing/address-helper-process";
import { createNamespacePair, type NamespacePair } from "../testing/network-namespace";
import { createTestAuthority, type KeyPair, signGrant, type TestAuthority } from "../testing/test-authority";
import { monotonicMs } from "../vip/address/types";

const vip = "10.99.0.100";
const vip6 = "fd99::100";
const hostId = randomUUID();
const clusterId = randomUUID();

const guarded = (address: string, prefixLength: number) => ({
  ...{ vipId: randomUUID(), address, prefixLength, nic: "eth0" },
  labelForm: "greatdb_ha" as const,
});

function planGrant(change: Partial<AddressGrant> = {}): AddressGrant {
  const base = { version: 1 as const, hostId, clusterId, epoch: 5, maxLeaseSeconds: 4, vips: [] };
  return { ...base, guards: [guarded(vip, 24), guarded(vip6, 64)], ...change };
}

const left = (change: object = {}) => ({
  nic: "eth0",
  address: vip,
  prefixLength: 24,
  label: "eth0:0",
  ...change,
});

describe("an address that the plugin left behind, before the real kernel", () => {
  let pair: NamespacePair;
  let authority: TestAuthority;
  let console: KeyPair;
  let host: AddressHelperHost;
  let helper: AddressHelperProcess;

  const ip = (...args: string[]): string => pair.run(pair.a, "ip", ...args);
  const listAddresses = (): string[] =>
    ip("-o", "address", "show", "dev", "eth0", "scope", "global")
      .split("\n")
      .flatMap((line) => /inet6? (\S+) /.exec(line)?.[1] ?? [])
      .sort();
  const add = (cidr: string, label: string): string =>
    ip("address", "add", cidr, "dev", "eth0", ...(label === "" ? ["nodad"] : ["label", label]));
  const promote = (value: 0 | 1): void => {
    for (const of of ["all", "eth0"])
      pair.run(pair.a, "sysctl", "-qw", `net.ipv4.conf.${of}.promote_secondaries=${value}`);
  };
  const own = ["10.99.0.1/24", "fd99::1/64"];

  beforeAll(async () => {
    pair = createNamespacePair();
    authority = await createTestAuthority();
    console = await authority.issue({ kind: "console", consoleId: authority.consoleId });
    host = await createAddressHelperHost(authority, hostId);
    helper = await host.start(pair.a);
  });
  beforeEach(async () => {
    promote(0);
    expect(await helper.ask("permit", signGrant(planGrant(), console))).toMatchObject({ kind: "answer" });
  });
  afterEach(() => {
    ip("address", "flush", "dev", "eth0", "scope", "global");
    ip("address", "add", "10.99.0.1/24", "dev", "eth0");
    ip("address", "add", "fd99::1/64", "dev", "eth0", "nodad");
  });
  afterAll(async () => {
    await helper?.kill();
    host?.dispose();
    pair?.dispose();
  });

  test("is deleted, and nothing else, also where others of its network and its label are there", async () => {
    add(`${vip}/24`, "eth0:0");
    add("10.99.0.101/24", "eth0:1");
    add(`${vip}/32`, "eth0:2");
    expect(await helper.ask("remove-left", left())).toMatchObject({ value: { kind: "released" } });
    expect(listAddresses()).toEqual([...own, "10.99.0.101/24", `${vip}/32`].sort());
    expect(await helper.ask("remove-left", left())).toMatchObject({ value: { kind: "absent" } });
  });

  test("of IPv6 is deleted by its address alone", async () => {
    add(`${vip6}/64`, "");
    const asked = left({ address: vip6, prefixLength: 64, label: null });
    expect(await helper.ask("remove-left", asked)).toMatchObject({ value: { kind: "released" } });
    expect(listAddresses()).toEqual(own);
  });

  test("stays where the kernel would delete the host's own along, and goes once it promotes that", async () => {
    ip("address", "flush", "dev", "eth0", "scope", "global");
    add(`${vip}/24`, "eth0:0");
    ip("address", "add", "10.99.0.1/24", "dev", "eth0");
    const answer = await helper.ask("remove-left", left());
    expect(answer).toMatchObject({
      value: { kind: "refused", reason: { code: "guard.others_along", params: { others: "10.99.0.1" } } },
    });
    expect(listAddresses()).toEqual(["10.99.0.1/24", `${vip}/24`].sort());
    promote(1);
    expect(await helper.ask("remove-left", left())).toMatchObject({ value: { kind: "released" } });
    expect(listAddresses()).toEqual(["10.99.0.1/24"]);
  });

  test("would have taken the host's own along on this kernel, which is why it is refused", () => {
    ip("address", "flush", "dev", "eth0", "scope", "global");
    add(`${vip}/24`, "eth0:0");
    ip("address", "add", "10.99.0.1/24", "dev", "eth0");
    ip("address", "delete", `${vip}/24`, "dev", "eth0");
    expect(listAddresses()).toEqual([]);
  });

  test.each([
    ["another address", left({ address: "10.99.0.101" })],
    ["the host's own address", left({ address: "10.99.0.1", label: "eth0" })],
    ["the address on another interface", left({ nic: "lo", label: "lo:0" })],
    ["the address alone", left({ prefixLength: 32 })],
    ["the address without an alias", left({ label: "eth0" })],
    ["a label of somebody else", left({ label: "eth0:web" })],
    ["the label of the agent's own", left({ label: planAddressLabel("eth0", vip) })],
    ["IPv4 without a label", left({ label: null })],
    ["IPv6 with a label", left({ address: vip6, prefixLength: 64, label: "eth0:0" })],
  ])("refuses %s, and changes nothing", async (_name, asked) => {
    add(`${vip}/24`, "eth0:0");
    add("10.99.0.101/24", "eth0:1");
    add(`${vip}/32`, "eth0:web");
    add(`${vip6}/64`, "");
    const before = listAddresses();
    const answer = await helper.ask("remove-left", asked);
    expect(answer).toMatchObject({ kind: "refused", code: "not_permitted" });
    const told = answer.kind === "refused" ? formatMessage(answer.message, "zh") : "";
    expect(told).toContain("没有授权");
    expect(listAddresses()).toEqual(before);
  });

  test("is nobody's to delete without the guard in the grant, nor by the calls for the agent's own", async () => {
    add(`${vip}/24`, "eth0:0");
    expect(await helper.ask("remove", { nic: "eth0", address: vip, prefixLength: 24 })).toMatchObject({
      kind: "refused",
      code: "not_permitted",
    });
    const lease = { nic: "eth0", address: vip, prefixLength: 32, label: planAddressLabel("eth0", vip) };
    expect(
      await helper.ask("lease", { ...lease, leaseSeconds: 4, deadlineMs: monotonicMs() + 60_000 }),
    ).toMatchObject({ kind: "refused", code: "not_permitted" });
    const { guards: _, ...plain } = planGrant();
    await helper.ask("permit", signGrant(plain, console));
    expect(await helper.ask("remove-left", left())).toMatchObject({ kind: "refused", code: "not_permitted" });
    expect(listAddresses()).toContain(`${vip}/24`);
  });

  test("is in no grant as a VIP too, nor with a prefix length that it cannot have", async () => {
    const held = { vipId: randomUUID(), address: vip, prefixLength: 32, nic: "eth0", ports: [3306] };
    const both = planGrant({ vips: [{ ...held, onRelease: "cut" }] });
    for (const wrong of [both, planGrant({ guards: [guarded(vip, 64)] })])
      expect(await helper.ask("permit", signGrant(wrong, console))).toMatchObject({
        kind: "refused",
        code: "not_permitted",
      });
  });
});
