import { type Message, message } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { type AssembledTopology, assembleTopology } from "../topology/assemble";
import type { TopologySnapshot } from "../topology/snapshot";
import { idOf, snapshotWith, vipAddress, vipId } from "../topology/topology-snapshot.fixture";
import { type ComparedTopology, diffTopology, rememberConditions } from "./diff";

const known = { ...{ vipId, kind: "write" as const, address: vipAddress }, prefixLength: 24, port: 3306 };
const vips = [{ ...known, provider: "greatdb_ha" as const, isEnabled: true }];
const unloaded = message("topology.plugin_unloaded", { host: "db3", address: vipAddress, command: "x" });
const differs = message("topology.plugin_differs", {
  ...{ host: "db3", address: vipAddress },
  ...{ deviations: "a = b", command: "SET GLOBAL a = 'c'" },
});

/** What db3 says of its plugin (undefined: nobody could ask it), while all others are as planned. */
function heard(drift?: Message | null, change: Partial<TopologySnapshot> = {}): TopologySnapshot {
  const others = [1, 2].map((n) => ({ memberId: idOf(n), name: `db${n}`, drift: null }));
  const words = drift === undefined ? others : [...others, { memberId: idOf(3), name: "db3", drift }];
  return snapshotWith({ vips, plugin: { vipId, words }, ...change });
}

/** What is told of these looks, one after the other, as a watch tells it. */
function tell(looks: readonly TopologySnapshot[]): readonly (readonly string[])[] {
  let previous: ComparedTopology | null = null;
  let picture: Parameters<typeof assembleTopology>[1] = null;
  return looks.map((look) => {
    const next: AssembledTopology = assembleTopology(look, picture);
    const events = previous === null ? [] : diffTopology(previous, next);
    previous = rememberConditions(previous, next);
    picture = { ...next, observedAt: next.observedAt };
    return events.flatMap(({ kind, memberId }) =>
      kind.startsWith("plugin_") ? [`${kind} ${memberId?.at(-1)}`] : [],
    );
  });
}

describe("a member whose plugin is not as planned", () => {
  it("is told of once when it begins and once when it ends, whatever differs meanwhile and whoever is silent", () => {
    const looks = [null, differs, unloaded, undefined, unloaded, null, null];
    expect(tell(looks.map((drift) => heard(drift)))).toEqual([
      ...[[], ["plugin_drift 3"], [], [], []],
      ...[["plugin_drift_ended 3"], []],
    ]);
  });

  it("is told of by a watch that follows another one, and not again", () => {
    expect(tell([heard(unloaded), heard(undefined, { plugin: null }), heard(unloaded)])).toEqual([
      [],
      [],
      [],
    ]);
  });

  it("has nothing to end where it left, or the VIP has another provider", () => {
    const left = heard(undefined, {
      members: snapshotWith().members.filter(({ memberId }) => memberId !== idOf(3)),
    });
    expect(tell([heard(unloaded), left])[1]).toEqual([]);
    expect(tell([heard(unloaded), snapshotWith({ plugin: null })])[1]).toEqual([]);
  });

  it("is a problem of the cluster, with what to do, and a warning where all else is well", () => {
    const { problems, tone } = assembleTopology(heard(unloaded));
    expect(problems.map(({ code }) => code)).toContain("topology.plugin_unloaded");
    expect(tone).toBe("warning");
  });
});
