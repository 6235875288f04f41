import { VipCheckRequest } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { withAddress, withCidrApart } from "../../client/cidr-draft";
import { knownVip } from "../operation/preview-plan.fixture";
import {
  defaultReads,
  draftOf,
  findVipProblems,
  isWorthChecking,
  networkOf,
  toVipChange,
  toVipRequest,
  type VipDraft,
} from "./vip-draft";

const membersAt = (address: string): Parameters<typeof networkOf>[0] => ({
  hosts: [
    {
      hostId: null,
      name: "db1",
      address,
      order: 0,
      nic: null,
      mac: null,
      condition: "ok",
      evidence: [],
      agentState: "answering",
      agentVersion: null,
      clockOffsetMs: null,
      ageMs: 0,
      isStale: false,
      tone: "ok",
      members: [
        {
          memberId: "00000000-0000-7000-8000-000000000001",
          serverUuid: "00000000-0000-7000-8000-000000000002",
          address,
          port: 3306,
          role: "PRIMARY",
          state: "ONLINE",
          ...{ saidBy: [], server: "answers", lostSince: null, roleSince: null, differing: [] },
          version: null,
          isReadOnly: false,
          certifyQueue: 0,
          applyQueue: 0,
          appliedLagMs: 0,
          disagreements: [],
          ageMs: 0,
          isStale: false,
          tone: "ok",
        },
      ],
    },
  ],
});

it.each([
  ["10.77.0.11", "24", "10.77.0.0/24"],
  ["10.77.3.200", "22", "10.77.0.0/22"],
  ["192.168.1.77", "26", "192.168.1.64/26"],
  ["10.1.2.3", "32", "10.1.2.3/32"],
  ["db1.example", "24", null],
  ["10.77.0.11", "", null],
  ["10.77.0.11", "33", null],
  ["fd00::11", "64", "fd00::/64"],
])("names the network of a member at %s under a prefix of %j: %s", (address, prefix, network) => {
  expect(networkOf(membersAt(address), prefix)).toBe(network);
});

describe("what becomes of connections", () => {
  const draft: VipDraft = {
    provider: "agent",
    hasRestarts: true,
    isGuarded: false,
    library: null,
    address: "10.77.0.100",
    prefixLength: "24",
    port: "3306",
    nics: {},
    onRelease: "leave",
    kind: "write",
    reads: defaultReads,
  };
  const vip = { address: "10.77.0.100", prefixLength: 24, port: 3306, nics: {}, onRelease: "cut" } as const;

  it("is asked for with the rest, and changed only where it differs", () => {
    expect(toVipRequest(draft)).toMatchObject({ onRelease: "leave" });
    expect(toVipChange(vip, draft)).toEqual({ onRelease: "leave" });
    expect(toVipChange(vip, { ...draft, onRelease: "cut" })).toEqual({});
  });
});

it("asks for restarts of the servers with the plugin only, and after another provider was looked at", () => {
  const draft: VipDraft = { ...draftOf(knownVip), hasRestarts: true };
  expect(toVipRequest({ ...draft, provider: "greatdb_ha" })).toMatchObject({ restarts: {} });
  expect(toVipRequest({ ...draft, provider: "agent" })).not.toHaveProperty("restarts");
  expect(toVipRequest({ ...draft, provider: "greatdb_ha", hasRestarts: false })).not.toHaveProperty(
    "restarts",
  );
});

it("asks for the guard of an address that is left behind with the plugin only", () => {
  const draft: VipDraft = { ...draftOf(knownVip), isGuarded: true };
  expect(toVipRequest({ ...draft, provider: "greatdb_ha" })).toMatchObject({ guard: true });
  expect(toVipRequest({ ...draft, provider: "agent" })).not.toHaveProperty("guard");
  expect(toVipRequest({ ...draft, provider: "greatdb_ha", isGuarded: false })).not.toHaveProperty("guard");
});

describe("an IPv6 address", () => {
  const draft = { ...draftOf(knownVip), address: "", prefixLength: "24" };

  it("brings the prefix length that is usual for it, unless another was typed", () => {
    expect(withAddress(draft, "fd00::100")).toMatchObject({ address: "fd00::100", prefixLength: "64" });
    expect(withAddress({ ...draft, prefixLength: "64" }, "10.77.0.100").prefixLength).toBe("24");
    expect(withAddress({ ...draft, prefixLength: "56" }, "fd00::100").prefixLength).toBe("56");
    expect(withAddress(draft, "fd").prefixLength).toBe("24");
  });

  it("is asked about when it is whole, in its canonical form", () => {
    const typed = withAddress(draft, " FD00:0::0100 ");
    expect(isAsked(typed)).toBe(true);
    expect(isAsked(withAddress(draft, "fd00"))).toBe(false);
    expect(toVipRequest(typed)).toMatchObject({ address: "fd00::100", prefixLength: 64 });
  });
});

const isAsked = (draft: VipDraft): boolean => isWorthChecking(draft, toVipRequest(draft));

describe("an address that is being typed", () => {
  const draft = { ...draftOf(knownVip), address: "" };
  const reasonsOf = (one: VipDraft): readonly (readonly [string, string])[] =>
    findVipProblems(one, toVipRequest(one)).map(({ path, code }) => [path, code] as const);

  it.each([
    ["hello", "address_invalid"],
    ["10.77.0", "address_invalid"],
    ["10.77.0.1000", "address_invalid"],
    ["10.77.0.300", "address_invalid"],
    ["010.77.0.100", "address_invalid"],
    ["10.77.0.100/", "address_invalid"],
    ["10.77.0.100/x", "address_invalid"],
    ["fd00::12:", "address_invalid"],
    ["fd00::1::2", "address_invalid"],
    ["fe80::1%eth0", "address_zone"],
    ["fe80::1", "address_link_local"],
    ["ff02::1", "address_multicast"],
    ["::ffff:10.77.0.100", "address_v4_mapped"],
  ])("is refused in the browser with the API's own code, and not asked about: %s (%s)", (address, code) => {
    const typed = { ...draft, address };
    expect(reasonsOf(typed)).toEqual([["/address", code]]);
    expect(isAsked(typed)).toBe(false);
    const { error } = VipCheckRequest.safeParse(toVipRequest(typed));
    expect(error?.issues.map(({ message }) => message)).toEqual([code]);
  });

  it("is judged with the rest of the form, all at once, and an empty field is not", () => {
    const typed = { ...draft, address: "hello", prefixLength: "7", port: "70000" };
    expect(reasonsOf(typed)).toEqual([
      ["/address", "address_invalid"],
      ["/prefixLength", "prefix_length_invalid"],
      ["/port", "port_invalid"],
    ]);
    const empty = { ...draft, prefixLength: " ", port: "" };
    expect([reasonsOf(empty), isAsked(empty)]).toEqual([[], false]);
    const other = { ...draft, address: "10.77.0.100", prefixLength: "33" };
    expect([reasonsOf(other), isAsked(other)]).toEqual([[["/prefixLength", "prefix_length_invalid"]], false]);
  });
});

describe("an address with its prefix length behind it", () => {
  const draft = { ...draftOf(knownVip), address: "", prefixLength: "24" };
  const parts = ({ address, prefixLength }: VipDraft): readonly string[] => [address, prefixLength];

  it.each([
    ["10.77.0.100/22", "10.77.0.100", "22"],
    [" 10.77.0.100 / 22\n", "10.77.0.100", "22"],
    ["fd00::100/64", "fd00::100", "64"],
    ["2001:DB8::100/126", "2001:DB8::100", "126"],
    ["10.77.0.100/99", "10.77.0.100", "99"],
  ])("is taken apart when it is pasted: %j", (pasted, address, prefixLength) => {
    expect(parts(withAddress(draft, pasted))).toEqual([address, prefixLength]);
    expect(parts(withAddress({ ...draft, address: "192.0.2.1" }, pasted))).toEqual([address, prefixLength]);
  });

  it.each(["10.77.0.100/x", "db1/24", "10.77.0/24", "fe80::1%eth0/64", "10.77.0.100/1000"])(
    "is left as it is where it is none: %s",
    (pasted) => {
      expect(parts(withAddress(draft, pasted))).toEqual([pasted, "24"]);
    },
  );

  it("is left alone while it is typed, asked about as what it means, and taken apart when the field is left", () => {
    let typed = draft;
    for (const letter of "10.77.0.100/22") typed = withAddress(typed, typed.address + letter);
    expect(typed.address).toBe("10.77.0.100/22");
    expect(toVipRequest(typed)).toMatchObject({ address: "10.77.0.100", prefixLength: 22 });
    expect([findVipProblems(typed, toVipRequest(typed)), isAsked(typed)]).toEqual([[], true]);
    expect(parts(withCidrApart(typed))).toEqual(["10.77.0.100", "22"]);
    const other = { ...draft, address: "10.77.0.100" };
    expect(withCidrApart(other)).toBe(other);
  });
});

describe("a read VIP", () => {
  const reads = { policy: "to_primary", maxLagSeconds: 30 } as const;
  const vip = { ...knownVip, kind: "read", reads } as const;

  it("is asked for with what it goes by, and a write VIP without", () => {
    const draft = draftOf(vip);
    expect(toVipRequest(draft)).toMatchObject({ kind: "read", reads });
    expect(toVipRequest({ ...draft, kind: "write" })).not.toHaveProperty("reads");
    expect(toVipRequest(draftOf(knownVip))).toMatchObject({ kind: "write" });
  });

  it("changes the whole of it, and only where something differs", () => {
    const draft = draftOf(vip);
    expect(toVipChange(vip, draft)).toEqual({});
    const changed = { ...draft, reads: { ...draft.reads, maxLagSeconds: " 60 " } };
    const none = { preferredHostId: null };
    expect(toVipChange(vip, changed)).toEqual({ reads: { ...reads, ...none, maxLagSeconds: 60 } });
    expect(toVipChange(knownVip, { ...draftOf(knownVip), reads: changed.reads })).toEqual({});
    const preferredHostId = "00000000-0000-4000-8000-000000000002";
    const moved = { ...draft, reads: { ...draft.reads, preferredHostId } };
    expect(toVipChange(vip, moved)).toEqual({ reads: { ...reads, preferredHostId } });
    const there = { ...vip, reads: { ...reads, preferredHostId } };
    expect(toVipChange(there, draft)).toEqual({ reads: { ...reads, ...none } });
    expect(draftOf(there, [preferredHostId]).reads).toMatchObject({ preferredHostId });
    expect(draftOf(there, []).reads, "of a host that left").toMatchObject(none);
  });

  it("is looked at when its limit is there, and is a number", () => {
    const draft = draftOf(vip);
    const without = (maxLagSeconds: string): VipDraft => ({
      ...draft,
      reads: { ...draft.reads, maxLagSeconds },
    });
    expect([draft, without(" "), without("x")].map(isAsked)).toEqual([true, false, false]);
    expect(isAsked({ ...without(""), kind: "write" })).toBe(true);
    expect(toVipRequest(without("x")).reads?.maxLagSeconds).toBe(-1);
  });
});
