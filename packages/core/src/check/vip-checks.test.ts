import { type Check, checkCatalog, type VipRequest } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { statusOf } from "../topology/topology-snapshot.fixture";
import { details, macOf, member, nic, observation, snapshot, variables, vip } from "./catalogue.fixture";
import { checkVip } from "./check-vip";
import type { CheckedMember, HostSight, VipCheckSnapshot } from "./snapshot";
import { vipAddressChecks, vipChecks } from "./vip-checks";
import type { MemberGiven, VipCheck } from "./vip-needs";

type Seen = Extract<HostSight, { kind: "observed" }>;
type Need = Exclude<keyof MemberGiven, "nothing">;

const ipv6 = "fd00::100";

/** A host that shows all that any check needs, for both families. */
function seen(n: number, change: Partial<Seen> = {}, saw: Partial<Seen["observation"]> = {}): HostSight {
  const { sysctls, ...rest } = observation(n);
  const asked = { nic: "eth0", isAsked: true, error: null, macs: [], durationMs: 4 };
  return {
    kind: "observed",
    observation: {
      ...rest,
      nics: [
        nic("eth0", macOf(n), [
          [`10.77.0.1${n}`, 24],
          [`fd00::1${n}`, 64],
        ]),
      ],
      arp: [
        { address: vip, ...asked },
        { address: ipv6, ...asked },
      ],
      sysctls: { ...sysctls, "net.ipv6.conf.eth0.disable_ipv6": "0" },
      variables: variables(n, { "threads_connected@status": "9" }),
      details: details(n),
      ...saw,
    },
    status: statusOf(n),
    clockOffsetMs: n,
    ...change,
  };
}

const silent: HostSight = { kind: "unreachable", reason: "timeout" };

/** For each need, db1 as it is where that alone is missing, and what is said then; null: nothing is. */
const lacking: Readonly<Record<Need, readonly [HostSight, Check["evidence"]["code"] | null]>> = {
  agent: [silent, "check.skipped_no_agent"],
  status: [seen(1, { status: null }), "check.skipped_no_agent"],
  server: [seen(1, {}, { variables: {} }), "check.skipped_no_server"],
  nic: [seen(1, {}, { nics: [] }), null],
};

/** Requests of all kinds: each check applies to one of them at least. */
const requests: readonly Partial<VipRequest>[] = [{}, { kind: "read" }, { address: ipv6, prefixLength: 64 }];

function asked(first: HostSight, request: Partial<VipRequest>): VipCheckSnapshot {
  const members: readonly CheckedMember[] = [member(1, first), member(2, seen(2)), member(3, seen(3))];
  return snapshot({ members }, request);
}

/** What db1's checks of this code say, for all requests. */
function tell(code: VipCheck["code"], first: HostSight): readonly string[] {
  return requests.flatMap((request) =>
    checkVip(asked(first, request))
      .checks.filter((check) => check.code === code && check.hostName === "db1")
      .map(({ evidence }) => evidence.code),
  );
}

const needing = vipChecks.flatMap((check) =>
  check.scope === "member" && check.needs !== "nothing"
    ? [{ code: check.code, needs: check.needs, isQuiet: check.isQuiet === true }]
    : [],
);

describe("the declared checks of a VIP", () => {
  const codes = vipChecks.map((check) => check.code);

  it("have a code each", () => {
    expect(new Set(codes).size).toBe(codes.length);
  });

  it("are all that their catalogue has a title for", () => {
    // What other orders check has its titles in the messages of their features.
    const titled = Object.keys(checkCatalog.en).flatMap(
      (code) => /^check\.(\w+)\.title$/.exec(code)?.[1] ?? [],
    );
    expect([...codes].sort()).toEqual(titled.sort());
  });

  it("of the address alone are those, the one that names a cause best first", () => {
    expect(vipAddressChecks.map((check) => check.code)).toEqual([
      "address_usable",
      "address_not_host",
      "address_not_vip",
      "address_not_gateway",
      "subnet",
      "address_unused",
    ]);
  });

  it.each(needing)("$code is judged where there is what it needs: $needs", ({ code }) => {
    const told = tell(code, seen(1));
    expect(told).not.toEqual([]);
    expect(told.filter((evidence) => evidence.startsWith("check.skipped"))).toEqual([]);
  });

  it.each(needing)(
    "$code is not judged where what it needs is missing: $needs",
    ({ code, needs, isQuiet }) => {
      const [first, evidence] = lacking[needs];
      const made = tell(code, seen(1)).length;
      const expected = isQuiet || evidence === null ? [] : Array.from({ length: made }, () => evidence);
      expect(tell(code, first)).toEqual(expected);
    },
  );

  it.each(needing)("$code waits for an agent that is silent", ({ code, isQuiet }) => {
    const made = tell(code, seen(1)).length;
    const expected = isQuiet ? [] : Array.from({ length: made }, () => "check.skipped_no_agent");
    expect(tell(code, silent)).toEqual(expected);
  });

  it("say that they were skipped, but those of a setting that this host or its server may not have", () => {
    expect(needing.filter(({ isQuiet }) => isQuiet).map(({ code }) => code)).toEqual([
      "ipv6_enabled",
      "ipv6_wire",
      "arp_answers",
      "arp_flux",
      "reverse_path",
      "exit_action",
      "autorejoin",
    ]);
  });

  it("of one member are all its own, whatever another member lacks", () => {
    const whole = checkVip(asked(seen(1), {})).checks.filter((check) => check.hostName === "db2");
    for (const [first] of Object.values(lacking)) {
      const beside = checkVip(asked(first, {})).checks.filter((check) => check.hostName === "db2");
      expect(beside).toEqual(whole);
    }
  });
});
