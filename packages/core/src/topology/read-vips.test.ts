import { formatMessage, message, type ReadVipPolicy, type Topology } from "@primacy/contract";
import type { VipStatus } from "@primacy/contract/agent";
import { describe, expect, it } from "vitest";
import { diffTopology } from "../event/diff";
import { type AssembledTopology, assembleTopology } from "./assemble";
import type { AgentSight, KnownVip, TopologySnapshot } from "./snapshot";
import {
  idOf,
  macOf,
  nowMs,
  sightOf,
  snapshotWith,
  statusOf,
  vipAddress,
  vipId,
  vipStatusOf,
} from "./topology-snapshot.fixture";

const readId = "00000000-0000-4000-8000-0000000000ab";
const readAddress = "10.77.0.101";

function known(change: Partial<KnownVip> = {}, policy: ReadVipPolicy = "to_another_secondary"): KnownVip {
  return {
    vipId: readId,
    kind: "read",
    reads: { policy, maxLagSeconds: 10 },
    address: readAddress,
    prefixLength: 24,
    port: 3306,
    isEnabled: true,
    ...change,
  };
}

/** A host with the write VIP where it is db1's, and the read VIP where `holder` says so; its table names `assigned`. */
function sight(
  n: number,
  { holder, assigned, change = {}, ageMs = 100 }: Case & { readonly ageMs?: number },
): AgentSight {
  const isHolder = n === holder;
  const { nics } = statusOf(n);
  const extra = { address: readAddress, prefixLength: 32, label: "eth0:pv1", validSeconds: 2 };
  return sightOf(
    n,
    {
      vips: [
        vipStatusOf(n === 1),
        vipStatusOf(isHolder, {
          vipId: readId,
          address: readAddress,
          ...(assigned === undefined ? {} : { assignedHostId: assigned === null ? null : idOf(assigned) }),
          ...change,
        }),
      ],
      nics: nics.map((nic) => ({ ...nic, addresses: isHolder ? [...nic.addresses, extra] : nic.addresses })),
    },
    ageMs,
  );
}

interface Case {
  /** The number of the host that holds the read VIP; 0: none. */
  readonly holder: number;
  /** What the tables name: a host, nobody, or nothing because nobody could read them. */
  readonly assigned: number | null | undefined;
  readonly change?: Partial<VipStatus>;
}

function snapshot(
  of: Case,
  vip: KnownVip = known(),
  change: Partial<TopologySnapshot> = {},
): TopologySnapshot {
  const answerer = of.holder === 0 ? [] : [macOf(of.holder)];
  return snapshotWith({
    vips: [vip, ...snapshotWith().vips],
    agents: [1, 2, 3].map((n) => sight(n, of)),
    wire: [
      ...snapshotWith().wire,
      ...[900, 400].map((ageMs) => ({
        hostId: idOf(of.holder === 3 ? 1 : 3),
        vipId: readId,
        askedAtMs: nowMs - ageMs,
        macs: answerer,
      })),
    ],
    ...change,
  });
}

function readVipOf(topology: AssembledTopology): Topology["vips"][number] {
  const vip = topology.vips.find((one) => one.vipId === readId);
  if (vip === undefined) throw new Error("the read VIP is not in the picture");
  return vip;
}

describe("a read VIP in the picture", () => {
  it("stands after the write VIP, with what it goes by", () => {
    const vips = ["10.77.0.20", "10.77.0.9"].map((address) => known({ vipId: address, address }));
    const topology = assembleTopology(snapshotWith({ vips: [...vips, ...snapshotWith().vips] }));
    expect(topology.vips.map((vip) => vip.address)).toEqual([vipAddress, "10.77.0.9", "10.77.0.20"]);
    expect(topology.vips.map(({ kind, reads }) => [kind, reads?.maxLagSeconds])).toEqual([
      ["write", undefined],
      ["read", 10],
      ["read", 10],
    ]);
  });

  const away = { hostId: idOf(2), since: "2026-11-21T09:00:00.000Z" };
  type Row = readonly [
    title: string,
    of: TopologySnapshot,
    code: string,
    tone: Topology["tone"],
    text: RegExp,
  ];
  const rows: readonly Row[] = [
    [
      "held where the group has given it",
      snapshot({ holder: 2, assigned: 2 }),
      "vip_ok",
      "ok",
      /db2 holds .*, and db2 answers for it/,
    ],
    [
      "held by another host than the group has given it",
      snapshot({ holder: 3, assigned: 2 }),
      "read_vip_wrong_host",
      "warning",
      /db3 holds .*, but the group has assigned it to db2/,
    ],
    [
      "held by the primary because no secondary can",
      snapshot({ holder: 1, assigned: 1 }),
      "read_vip_at_primary",
      "ok",
      /The primary, db1, holds .*, because no secondary can hold it now/,
    ],
    [
      "held by the primary that stands in for a secondary",
      snapshot({ holder: 1, assigned: 1 }, known({}, "to_primary")),
      "read_vip_stands_in",
      "ok",
      /The primary, db1, holds .* until its secondary can hold it again/,
    ],
    [
      "held by the primary, of which nobody tells whether it is to",
      snapshot({ holder: 1, assigned: undefined }),
      "vip_ok",
      "ok",
      /db1 holds/,
    ],
    ["held by nobody", snapshot({ holder: 0, assigned: 2 }), "read_vip_nobody", "warning", /No host/],
    [
      "paused, and held by nobody",
      snapshot({ holder: 0, assigned: 2 }, known({ paused: away })),
      "read_vip_paused_nobody",
      "warning",
      /Resume it so that a host can take it/,
    ],
    [
      "paused on its host",
      snapshot({ holder: 2, assigned: 2 }, known({ paused: away })),
      "vip_paused",
      "warning",
      /paused on db2/,
    ],
  ];
  it.each(rows)("says so where it is %s", (_, of, code, tone, text) => {
    const topology = assembleTopology(of);
    const vip = readVipOf(topology);
    expect(vip.summary.code).toBe(`topology.${code}`);
    expect(vip.tone).toBe(tone);
    expect(vip.summary.text).toMatch(text);
    expect(vip.summary.text).not.toContain("writes go to");
    expect(topology.tone).toBe(tone);
    expect(topology.problems.length > 0).toBe(tone !== "ok");
    for (const one of [
      topology.summary,
      ...topology.problems,
      ...topology.vips.map(({ summary }) => summary),
    ])
      for (const locale of ["en", "zh"] as const) expect(formatMessage(one, locale)).not.toMatch(/\{\w+/);
  });

  it("belongs where the primary's copy of the table says, else where the freshest copy says", () => {
    const told = (ages: readonly number[], assigned: readonly (number | null | undefined)[]) =>
      readVipOf(
        assembleTopology(
          snapshot({ holder: 0, assigned: null }, known(), {
            agents: [1, 2, 3].map((n) =>
              sight(n, { holder: 0, assigned: assigned[n - 1], ageMs: ages[n - 1] ?? 0 }),
            ),
          }),
        ),
      ).believedHostId;
    expect(told([900, 100, 200], [2, 3, 3])).toBe(idOf(2));
    expect(told([900, 300, 200], [undefined, 2, 3])).toBe(idOf(3));
    expect(told([9_000, 100, 200], [2, 3, 2])).toBe(idOf(3));
    expect(told([100, 100, 100], [null, 2, 2])).toBeNull();
    expect(told([100, 100, 100], [undefined, undefined, undefined])).toBeNull();
  });

  it("does not name the interface of a host that has the write VIP on another one", () => {
    const [nic] = statusOf(2).nics;
    if (nic === undefined) throw new Error("the host has no interface");
    const vips = [
      vipStatusOf(false, { vipId: readId, address: readAddress, nic: "eth1" }),
      vipStatusOf(false),
    ];
    const nics = [{ ...nic, name: "eth1", addresses: [] }, nic];
    const agents = [sightOf(1), sightOf(2, { vips, nics }), sightOf(3)];
    const picture = assembleTopology(snapshot({ holder: 0, assigned: 2 }, known(), { agents }));
    expect(picture.hosts.find(({ hostId }) => hostId === idOf(2))?.nic).toBe("eth0");
  });

  it("has the reasons of the host that is to hold it, else those of the primary's", () => {
    const because = (n: number) => message("reason.offline_mode", { n });
    const of = (assigned: number | null) =>
      assembleTopology(
        snapshot({ holder: 0, assigned }, known(), {
          agents: [1, 2, 3].map((n) => sight(n, { holder: 0, assigned, change: { reasons: [because(n)] } })),
        }),
      ).problems;
    expect(of(3)).toContainEqual(because(3));
    expect(of(3)).not.toContainEqual(because(1));
    expect(of(null)).toContainEqual(because(1));
  });
});

describe("a read VIP in the cluster's sentence", () => {
  it("is not spoken of while the write VIP and it are well", () => {
    expect(assembleTopology(snapshot({ holder: 2, assigned: 2 })).summary.text).toMatch(
      /db1 holds VIP 10\.77\.0\.100, and db1 answers for it\.$/,
    );
  });

  it("is named as such where it needs attention, in both languages", () => {
    const { summary } = assembleTopology(snapshot({ holder: 0, assigned: 2 }));
    expect(summary.text).toMatch(/Writes go to db1\. No host holds VIP 10\.77\.0\.101 \(read\)\.$/);
    expect(formatMessage(summary, "zh")).toContain("VIP 10.77.0.101（读）");
    expect(assembleTopology(snapshot({ holder: 3, assigned: 2 })).summary.text).toMatch(
      /Writes go to db1\. db3 holds read VIP 10\.77\.0\.101, but the group has assigned it to db2\.$/,
    );
  });

  it("gives way to a write VIP that nobody holds", () => {
    const free = statusOf(2).nics.map((nic) => ({ ...nic, mac: macOf(1) }));
    const vips = [vipStatusOf(false), vipStatusOf(false, { vipId: readId, address: readAddress })];
    const agents = [
      sightOf(1, { vips, nics: free }),
      ...[2, 3].map((n) => sight(n, { holder: 0, assigned: 2 })),
    ];
    const topology = assembleTopology(snapshot({ holder: 0, assigned: 2 }, known(), { agents, wire: [] }));
    expect(topology.summary.text).toContain("No host holds VIP 10.77.0.100.");
    expect(topology.tone).toBe("failed");
  });

  it("speaks of reads where the cluster has no write VIP", () => {
    const only = (of: Case) => assembleTopology(snapshot(of, known(), { vips: [known()] })).summary.text;
    expect(only({ holder: 2, assigned: 2 })).toMatch(/db2 holds VIP 10\.77\.0\.101 \(read\)/);
    expect(only({ holder: 1, assigned: 1 })).toMatch(/The primary holds read VIP .* in place of a secondary/);
  });
});

describe("what happened to a read VIP", () => {
  it("is told as of what it is, when it moves", () => {
    const events = diffTopology(
      assembleTopology(snapshot({ holder: 2, assigned: 2 })),
      assembleTopology(snapshot({ holder: 3, assigned: 3 })),
    );
    expect(events.map(({ kind, vipId: about }) => [kind, about])).toEqual([
      ["vip_released", readId],
      ["vip_taken", readId],
      ["wire_owner_changed", readId],
    ]);
    expect(events.map(({ message: { text } }) => text)).toEqual([
      "db2 released the read VIP 10.77.0.101.",
      "db3 took the read VIP 10.77.0.101.",
      `The answer for 10.77.0.101 now comes from db3 (${macOf(3)}).`,
    ]);
    for (const event of events) expect(formatMessage(event.message, "zh")).not.toMatch(/\{\w+/);
    expect(events.some(({ vipId: about }) => about === vipId)).toBe(false);
  });
});
