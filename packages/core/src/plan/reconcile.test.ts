import { defaultVipTimings } from "@primacy/contract";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { HeldDocument } from "./find-differences";
import {
  findUnknownPeers,
  isWithheld,
  type ReconcileAction,
  type ReconcileOptions,
  reconcile,
} from "./reconcile";
import type { WantedCluster } from "./wanted";

const clusterId = "c";

function decide(
  of: WantedCluster,
  documents: readonly HeldDocument[],
  options: Omit<ReconcileOptions, "digest"> = {},
): readonly ReconcileAction[] {
  return reconcile(of, documents, { digest: (text) => text, ...options });
}

function wanted(epoch: number, hosts: readonly string[]): WantedCluster {
  return {
    clusterId,
    clusterName: "main",
    epoch,
    hosts: hosts.map((hostId) => ({
      hostId,
      askedOf: null,
      name: hostId,
      agentAddress: "10.0.0.1",
      agentPort: 7433,
      macs: [],
      member: {
        memberId: hostId,
        serverUuid: hostId,
        address: "10.0.0.1",
        port: 3306,
        adminAddress: null,
        adminPort: null,
      },
    })),
    vips: [],
    timings: defaultVipTimings,
  };
}

function held(
  hostId: string,
  epoch: number | null,
  peers: string,
  change: Partial<HeldDocument> = {},
): HeldDocument {
  return {
    hostId,
    isAnswering: true,
    clusterId: epoch === null ? null : clusterId,
    epoch,
    peers: peers.split("").filter((peer) => peer !== hostId),
    documentHash: null,
    isJoining: false,
    hasJoiningVip: false,
    vips: [],
    ...change,
  };
}

describe("reconcile", () => {
  it("does nothing when all have the current document", () => {
    expect(decide(wanted(3, ["a", "b"]), [held("a", 3, "ab"), held("b", 3, "ab")])).toEqual([]);
  });

  it("brings a returned host up to date at once, with its right, when all know it", () => {
    expect(decide(wanted(3, ["a", "b"]), [held("a", 3, "ab"), held("b", 1, "ab")])).toEqual([
      { kind: "push", hostId: "b", mayAcquire: true },
    ]);
  });

  it("tells a host that lacks its permit the same again, with the right that it has, whoever is silent", () => {
    const lacking = held("a", 3, "ab", { lacksGrant: true });
    const told = [{ kind: "push", hostId: "a", mayAcquire: true }];
    expect(decide(wanted(3, ["a", "b"]), [lacking, held("b", 3, "ab")])).toEqual(told);
    expect(decide(wanted(3, ["a", "b"]), [lacking])).toEqual(told);
    expect(decide(wanted(3, ["a", "b"]), [{ ...lacking, isJoining: true }])).toEqual([
      { kind: "push", hostId: "a", mayAcquire: false },
    ]);
    expect(decide(wanted(3, ["a", "b"]), [{ ...lacking, isAnswering: false }])).toEqual([]);
  });

  it("lets a new host join without the right, tells the others, then gives it the right", () => {
    const three = ["a", "b", "d"];
    expect(decide(wanted(4, three), [held("a", 3, "ab"), held("b", 3, "ab"), held("d", null, "")])).toEqual([
      { kind: "push", hostId: "a", mayAcquire: true },
      { kind: "push", hostId: "b", mayAcquire: true },
      { kind: "push", hostId: "d", mayAcquire: false },
    ]);
    const joined = [held("a", 4, "abd"), held("b", 4, "abd"), held("d", 4, "abd", { isJoining: true })];
    expect(decide(wanted(4, three), joined)).toEqual([{ kind: "raise_epoch" }]);
    expect(decide(wanted(5, three), joined).map((action) => action.kind)).toEqual(["push", "push", "push"]);
    expect(decide(wanted(5, three), joined)).toContainEqual({
      kind: "push",
      hostId: "d",
      mayAcquire: true,
    });
  });

  it("raises the epoch where hosts with a right to other VIPs have been told of one, and gives them that one", () => {
    const told = ["a", "b"].map((hostId) => held(hostId, 4, "ab", { hasJoiningVip: true }));
    expect(decide(wanted(4, ["a", "b"]), told)).toEqual([{ kind: "raise_epoch" }]);
    expect(decide(wanted(5, ["a", "b"]), told)).toEqual([
      { kind: "push", hostId: "a", mayAcquire: true },
      { kind: "push", hostId: "b", mayAcquire: true },
    ]);
  });

  it("keeps a new host waiting while a host that does not know it is silent", () => {
    const silent = held("b", 3, "ab", { isAnswering: false });
    const now = [held("a", 4, "abd"), silent, held("d", 4, "abd", { isJoining: true })];
    expect(decide(wanted(4, ["a", "b", "d"]), now)).toEqual([]);
  });

  it("takes no right away from a host while another has never been heard", () => {
    expect(decide(wanted(3, ["a", "b"]), [held("a", 2, "ab")])).toEqual([
      { kind: "wait", hostId: "a", unawareHostIds: ["b"] },
    ]);
  });

  it("adopts the epoch of agents that are ahead of a restored console", () => {
    expect(decide(wanted(3, ["a", "b"]), [held("a", 9, "ab"), held("b", 3, "ab")])).toEqual([
      { kind: "adopt_epoch", epoch: 9 },
    ]);
  });

  it("takes away no VIP that a restored console does not know of", () => {
    const vips = [{ vipId: "v", address: "10.0.0.100", nic: "eth0", isPaused: false, isBound: false }];
    const ahead = [held("a", 9, "ab", { vips }), held("b", 9, "ab", { vips })];
    expect(decide(wanted(3, ["a", "b"]), ahead)).toEqual([]);
  });

  it("lets no agent forget a peer that a restored console does not know of", () => {
    const ahead = [held("a", 9, "abd"), held("b", 9, "abd")];
    expect(decide(wanted(3, ["a", "b"]), ahead)).toEqual([]);
    expect(findUnknownPeers(wanted(3, ["a", "b"]), ahead)).toEqual(["d"]);
    // Members were discovered again, and the operator has decided.
    expect(decide(wanted(3, ["a", "b"]), ahead, { mayForgetPeers: true })).toEqual([
      { kind: "adopt_epoch", epoch: 9 },
    ]);
  });

  it("lets no agent forget such a peer either where the restored console has come to the agents' epoch", () => {
    const level = [held("a", 9, "abd"), held("b", 9, "abd")];
    expect(findUnknownPeers(wanted(9, ["a", "b"]), level)).toEqual(["d"]);
    expect(isWithheld(wanted(9, ["a", "b"]), level, { digest: (text) => text })).toBe(true);
    expect(decide(wanted(9, ["a", "b"]), level)).toEqual([]);
    // An agent takes other peers under a higher epoch only.
    const decided = { mayForgetPeers: true };
    expect(decide(wanted(9, ["a", "b"]), level, decided)).toEqual([{ kind: "raise_epoch" }]);
    expect(decide(wanted(10, ["a", "b"]), level, decided).map(({ kind }) => kind)).toEqual(["push", "push"]);
  });

  it("lets agents forget a host that left while the console knew the epoch", () => {
    const behind = [held("a", 3, "abd"), held("b", 3, "abd")];
    expect(findUnknownPeers(wanted(4, ["a", "b"]), behind)).toEqual([]);
    expect(decide(wanted(4, ["a", "b"]), behind).map((action) => action.kind)).toEqual(["push", "push"]);
  });

  it("takes a removed VIP from a host that was away meanwhile", () => {
    const vips = [{ vipId: "v", address: "10.0.0.100", nic: "eth0", isPaused: false, isBound: true }];
    const returned = held("b", 2, "ab", { vips });
    expect(decide(wanted(3, ["a", "b"]), [held("a", 3, "ab"), returned])).toEqual([
      { kind: "push", hostId: "b", mayAcquire: true },
    ]);
  });

  it("ignores the epoch of an agent that belongs to another cluster, and takes it over", () => {
    const foreign = held("b", 99, "bx", { clusterId: "other" });
    expect(decide(wanted(3, ["a", "b"]), [held("a", 3, "ab"), foreign])).toEqual([
      { kind: "push", hostId: "b", mayAcquire: true },
    ]);
  });

  it("never lets a host take an address that another could take without asking it", () => {
    interface World {
      epoch: number;
      hosts: string[];
      documents: Map<string, { epoch: number; peers: string[]; mayAcquire: boolean }>;
      silent: Set<string>;
    }
    const step = fc.oneof(
      fc.record({ kind: fc.constant("add" as const), host: fc.constantFrom("a", "b", "d", "e") }),
      fc.record({ kind: fc.constant("silence" as const), host: fc.constantFrom("a", "b", "d", "e") }),
      fc.record({ kind: fc.constant("speak" as const), host: fc.constantFrom("a", "b", "d", "e") }),
      fc.record({ kind: fc.constant("change" as const), host: fc.constant("") }),
      fc.record({ kind: fc.constant("reconcile" as const), host: fc.nat({ max: 5 }).map(String) }),
    );
    const look = (world: World): HeldDocument[] =>
      world.hosts.map((hostId) => {
        const document = world.documents.get(hostId);
        return {
          hostId,
          isAnswering: !world.silent.has(hostId),
          clusterId: document === undefined ? null : clusterId,
          epoch: document?.epoch ?? null,
          peers: document?.peers ?? [],
          documentHash: null,
          isJoining: document?.mayAcquire === false,
          hasJoiningVip: false,
          vips: [],
        };
      });
    const act = (world: World, limit: number): void => {
      for (const action of decide(wanted(world.epoch, world.hosts), look(world)).slice(0, limit)) {
        if (action.kind === "raise_epoch") world.epoch += 1;
        if (action.kind === "push")
          world.documents.set(action.hostId, {
            epoch: world.epoch,
            peers: world.hosts.filter((host) => host !== action.hostId),
            mayAcquire: action.mayAcquire,
          });
      }
    };
    const check = (world: World): void => {
      const entries = [...world.documents.entries()].filter(([, one]) => one.mayAcquire);
      for (const [host] of entries)
        for (const [other, document] of entries)
          if (other !== host) expect(document.peers, `${other} knows ${host}`).toContain(host);
    };
    void fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const world: World = { epoch: 1, hosts: ["a", "b"], documents: new Map(), silent: new Set() };
        for (const one of steps) {
          if (one.kind === "add" && !world.hosts.includes(one.host)) {
            world.hosts.push(one.host);
            world.epoch += 1;
          }
          if (one.kind === "silence") world.silent.add(one.host);
          if (one.kind === "speak") world.silent.delete(one.host);
          if (one.kind === "change") world.epoch += 1;
          if (one.kind === "reconcile") act(world, Number(one.host));
          check(world);
        }
        // And it converges: once all speak, every host gets the current document with its right.
        world.silent.clear();
        for (let round = 0; round < 6; round += 1) act(world, 10);
        check(world);
        for (const host of world.hosts)
          expect(world.documents.get(host)).toMatchObject({ epoch: world.epoch, mayAcquire: true });
      }),
      { numRuns: 2_000 },
    );
  });
});
