import type { RoleSince } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { type AssembledTopology, assembleTopology } from "./assemble";
import type { AgentSight, TopologySnapshot } from "./snapshot";
import { mysqlOf, rows, sightOf, snapshotWith } from "./topology-snapshot.fixture";

const at = (second: number): string =>
  new Date(Date.parse("2026-11-21T10:00:00.350Z") + second * 1_000).toISOString();

function seen(states: readonly string[], primary: number, second: number, ageMs = 100): TopologySnapshot {
  const agents = [1, 2, 3].flatMap((n): AgentSight[] =>
    states[n - 1] === ""
      ? []
      : [sightOf(n, { mysql: mysqlOf(n, { members: rows(states, primary) }) }, ageMs)],
  );
  return snapshotWith({ observedAt: at(second), agents, vips: [], wire: [] });
}

/** Since when db1 and db2 have their roles, after these pictures. */
function after(...pictures: readonly TopologySnapshot[]): readonly (RoleSince | null | undefined)[] {
  let before: AssembledTopology | null = null;
  for (const of of pictures) before = assembleTopology(of, before);
  return before?.hosts.slice(0, 2).map((host) => host.members[0]?.roleSince) ?? [];
}

const all = ["ONLINE", "ONLINE", "ONLINE"];

describe("since when a member has had its role", () => {
  it("is the moment at which it was first seen so, not the beginning of a minute", () => {
    expect(after(seen(all, 1, 0), seen(all, 1, 1), seen(all, 2, 2), seen(all, 2, 60))).toEqual([
      { role: "SECONDARY", at: at(2), after: at(0.9) },
      { role: "PRIMARY", at: at(2), after: at(0.9) },
    ]);
  });

  it("is not known of a role that it had when it was first seen", () => {
    expect(after(seen(all, 1, 0), seen(all, 1, 90))).toEqual([
      { role: "PRIMARY", at: null, after: null },
      { role: "SECONDARY", at: null, after: null },
    ]);
  });

  it("lies between two moments where nobody watched in between", () => {
    const [, db2] = after(seen(all, 1, 0), seen(all, 2, 600));
    expect(db2).toEqual({ role: "PRIMARY", at: at(600), after: at(-0.1) });
  });

  it("does not begin anew for one that comes back to its group as what it was", () => {
    const away = ["ONLINE", "", "ONLINE"];
    expect(after(seen(all, 2, 0), seen(all, 1, 1), seen(away, 1, 2), seen(all, 1, 9))[1]).toEqual({
      role: "SECONDARY",
      at: at(1),
      after: at(-0.1),
    });
    const deposed = ["", "ONLINE", "ONLINE"];
    expect(after(seen(all, 1, 0), seen(deposed, 2, 7), seen(all, 2, 30))[0]).toEqual({
      role: "SECONDARY",
      at: at(30),
      after: at(6.9),
    });
  });

  it("does not change by what is too old to count", () => {
    expect(after(seen(all, 1, 0), seen(all, 2, 1, 20_000))[1]).toMatchObject({ role: "SECONDARY" });
  });
});
