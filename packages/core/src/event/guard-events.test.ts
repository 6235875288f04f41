import { message } from "@primacy/contract";
import type { GuardAct } from "@primacy/contract/agent";
import { describe, expect, it } from "vitest";
import { assembleTopology } from "../topology/assemble";
import type { TopologySnapshot } from "../topology/snapshot";
import { sightOf, snapshotWith, vipAddress, vipId } from "../topology/topology-snapshot.fixture";
import { type ComparedTopology, diffTopology, rememberConditions } from "./diff";

const known = { ...{ vipId, kind: "write" as const, address: vipAddress }, prefixLength: 24, port: 3306 };
const vips = [{ ...known, provider: "greatdb_ha" as const, isGuarded: true, isEnabled: true }];
const released = actOf({});
const others = message("guard.others_along", {
  others: "10.77.0.12",
  address: vipAddress,
  nic: "eth0",
  command: "x",
});
const refused = actOf({ outcome: "refused", reason: others });

function actOf(change: Partial<GuardAct>): GuardAct {
  return { outcome: "released", cause: "killed", reason: null, atMonotonicMs: 40_000, ...change };
}

/** What the agent of db2 says; null: it had nothing to do; undefined: it guards nothing. */
function heard(last?: GuardAct | null, change: Partial<TopologySnapshot> = {}): TopologySnapshot {
  const guards = (of: GuardAct | null) => [{ vipId, address: vipAddress, last: of }];
  const agents = [1, 2, 3].map((n) => {
    if (n !== 2) return sightOf(n, { guards: guards(null) });
    return sightOf(n, last === undefined ? {} : { guards: guards(last) });
  });
  return snapshotWith({ vips, agents, ...change });
}

function tell(looks: readonly TopologySnapshot[]): readonly (readonly string[])[] {
  let previous: ComparedTopology | null = null;
  let seen: ReturnType<typeof assembleTopology> | null = null;
  return looks.map((look) => {
    const next = assembleTopology(look, seen);
    seen = next;
    const events = previous === null ? [] : diffTopology(previous, next);
    previous = rememberConditions(previous, next);
    return events.flatMap(({ kind, hostId, message: { text } }) =>
      kind.startsWith("plugin_left") ? [`${kind} ${hostId?.at(-1)} ${text}`] : [],
    );
  });
}

describe("an address that the plugin left behind", () => {
  it("is told of once where the agent released it, with the host and why, and again the next time", () => {
    const told = tell([
      heard(null),
      heard(released),
      heard(released),
      heard(actOf({ atMonotonicMs: 45_000 })),
    ]);
    expect(told.map((events) => events.length)).toEqual([0, 1, 0, 1]);
    expect(told[1]?.[0]).toBe(
      `plugin_left_released 2 The agent of db2 released ${vipAddress}, which the plugin greatdb_ha had left behind. No server listened there any more.`,
    );
  });

  it("is not told again after its agent was silent for a while", () => {
    const silent = { ...heard(released), agents: heard(released).agents.filter((_, index) => index !== 1) };
    expect(silent.agents).toHaveLength(2);
    const told = tell([heard(null), heard(released), silent, silent, heard(released)]);
    expect(told.map((events) => events.length)).toEqual([0, 1, 0, 0, 0]);
  });

  it("is told of as failed where the agent refused, with what would go along", () => {
    const [, told = []] = tell([heard(null), heard(refused)]);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain("plugin_left_refused 2");
    expect(told[0]).toContain("The kernel would delete 10.77.0.12 with it");
  });

  it("is a problem of the cluster while it stays, and none once it is released", () => {
    const codes = (look: TopologySnapshot) => assembleTopology(look).problems.map(({ code }) => code);
    expect(codes(heard(refused))).toContain("topology.plugin_left_refused");
    expect(codes(heard(released)).filter((code) => code.startsWith("topology.plugin_left"))).toEqual([]);
  });

  it("names an agent that was told and does not guard it, and none that was not told yet", () => {
    const states = (look: TopologySnapshot) =>
      assembleTopology(look).vips[0]?.pluginGuards?.map(({ hostId, state }) => `${hostId.at(-1)} ${state}`);
    expect(states(heard())).toEqual(["1 watching", "2 unguarded", "3 watching"]);
    expect(states(heard(undefined, { epoch: 3 }))).toEqual(["1 watching", "3 watching"]);
    expect(
      states(heard(released, { vips: [{ ...known, provider: "greatdb_ha", isEnabled: true }] })),
    ).toBeUndefined();
  });
});
