import { expect, it } from "vitest";
import { type AssembledTopology, assembleTopology } from "../topology/assemble";
import type { TopologySnapshot } from "../topology/snapshot";
import { idOf, sightOf, snapshotWith, wireOf } from "../topology/topology-snapshot.fixture";
import { rememberConditions } from "./diff";
import { forgetLeft } from "./left-hosts";

/** db3 asked twice and got no answer, while others may have got one. */
const unanswered = [1_300, 300].map((ageMs) => ({ ...wireOf(3, 1, ageMs), macs: [] }));
const deaf = snapshotWith({ wire: [wireOf(2, 1, 200), ...unanswered] });

/** The cluster of db1 and db2. */
function withoutThird(change: Partial<TopologySnapshot> = {}): TopologySnapshot {
  const { members, hosts } = snapshotWith();
  return snapshotWith({
    members: members.filter(({ hostId }) => hostId !== idOf(3)),
    hosts: hosts.filter(({ hostId }) => hostId !== idOf(3)),
    agents: [sightOf(1), sightOf(2)],
    wire: [wireOf(2, 1, 200)],
    ...change,
  });
}

/** Assembles picture after picture as the watch does. */
function follow(...snapshots: readonly TopologySnapshot[]): AssembledTopology | null {
  let previous: AssembledTopology | null = null;
  for (const snapshot of snapshots) previous = forgetLeft(previous, assembleTopology(snapshot, previous));
  return previous;
}

it("keeps what is known of a host that stays, also while it does not ask", () => {
  const quiet = snapshotWith({ wire: [wireOf(2, 1, 200)] });
  expect(follow(deaf, quiet)?.vips[0]?.wireVerdict?.deafHostIds).toEqual([idOf(3)]);
});

it("forgets that a host was deaf when it leaves the cluster, so that it counts again when it comes back", () => {
  expect(follow(deaf, withoutThird())?.vips[0]?.wireVerdict).not.toHaveProperty("deafHostIds");
  const alone = snapshotWith({ wire: unanswered });
  expect(follow(deaf, withoutThird(), alone)?.vips[0]?.wireVerdict?.state).toBe("none");
  expect(follow(deaf, alone)?.vips[0]?.wireVerdict?.state).toBe("unknown");
});

it("forgets the one that left alone, and nothing of a host beside the cluster", () => {
  const observers = [{ hostId: idOf(5), name: "app1", macs: [] }];
  const beside = unanswered.map((answer) => ({ ...answer, hostId: idOf(5) }));
  const both = snapshotWith({ observers, wire: [wireOf(2, 1, 200), ...unanswered, ...beside] });
  expect(follow(both)?.vips[0]?.wireVerdict?.deafHostIds).toEqual([idOf(3), idOf(5)]);
  const left = follow(both, withoutThird({ observers }));
  expect(left?.vips[0]?.wireVerdict?.deafHostIds).toEqual([idOf(5)]);
});

it("keeps no mark of a host that left beside the picture either", () => {
  const [before, after] = [assembleTopology(deaf), assembleTopology(withoutThird({ wire: [] }))];
  const known = rememberConditions(rememberConditions(null, before), after);
  // Nobody could ask: the wire is kept as it was known, without the mark.
  expect(known.vips[0]?.wire).toEqual(before.vips[0]?.wire);
  expect(known.vips[0]?.wireVerdict).not.toHaveProperty("deafHostIds");
});
