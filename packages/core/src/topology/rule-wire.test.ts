import { describe, expect, it } from "vitest";
import { assembleTopology } from "./assemble";
import { idOf, macOf, sightOf, snapshotWith, vipStatusOf, wireOf } from "./topology-snapshot.fixture";

const observers = [{ hostId: idOf(5), name: "app1", macs: [macOf(5)] }];
/** A load host whose agent claims the address, such as one that belonged to the cluster and was not told since. */
const claiming = sightOf(5, { vips: [vipStatusOf(true)] });

describe("the rightful holder", () => {
  it("is never an observer, even where its agent alone says that it holds the address", () => {
    const agents = [1, 2, 3].map((n) => sightOf(n, { vips: [vipStatusOf(false)] }));
    const wire = [wireOf(2, 5, 900), wireOf(3, 5, 400)];
    const picture = assembleTopology(snapshotWith({ observers, agents: [...agents, claiming], wire }));
    expect(picture.vips[0]?.wireVerdict).toMatchObject({
      state: "one",
      isRightful: false,
      owners: [{ hostId: idOf(5), isRightful: false }],
    });
  });

  it("stays the member's host beside an observer that says the same", () => {
    const both = [1, 2].map((n) => ({ ...wireOf(3, n, 300), macs: [macOf(1), macOf(5)] }));
    const agents = [sightOf(1), sightOf(2), sightOf(3), claiming];
    const picture = assembleTopology(snapshotWith({ observers, agents, wire: both }));
    const owners = picture.vips[0]?.wireVerdict?.owners.map((owner) => [owner.hostId, owner.isRightful]);
    expect(owners).toEqual([
      [idOf(1), true],
      [idOf(5), false],
    ]);
  });
});

describe("the hosts that asked", () => {
  it("are named in the order in which people count, not in that of their ids or of texts", () => {
    const names = new Map([
      [idOf(2), "db10"],
      [idOf(3), "db9"],
    ]);
    const hosts = snapshotWith().hosts.map((host) => ({
      ...host,
      name: names.get(host.hostId) ?? host.name,
    }));
    const wire = [2, 3].flatMap((n) =>
      [1_200, 200].map((ageMs) => ({ ...wireOf(n, 1, ageMs), macs: [macOf(1), macOf(9)] })),
    );
    const verdict = assembleTopology(snapshotWith({ hosts, wire })).vips[0]?.wireVerdict;
    expect(verdict?.askers.map((asker) => asker.name)).toEqual(["db9", "db10"]);
    expect(verdict?.owners.map((owner) => owner.seenBy)).toEqual([
      ["db9", "db10"],
      ["db9", "db10"],
    ]);
  });
});

describe("a host that hears nothing", () => {
  const silence = (n: number, ageMs: number) => ({ ...wireOf(n, 1, ageMs), macs: [] });
  const deaf = [1_300, 300].map((ageMs) => silence(3, ageMs));

  it("does not speak of silence after a time in which it asked nothing, nor after one in which nobody did", () => {
    const heard = assembleTopology(snapshotWith({ wire: [wireOf(2, 1, 200), ...deaf] }));
    expect(heard.vips[0]?.wireVerdict).toMatchObject({ deafHostIds: [idOf(3)] });
    for (const between of [[wireOf(2, 1, 200)], []]) {
      const gap = assembleTopology(snapshotWith({ wire: between }), heard);
      expect(gap.vips[0]?.wireVerdict?.findings).toEqual([]);
      const alone = assembleTopology(snapshotWith({ wire: deaf }), gap);
      expect(alone.vips[0]).toMatchObject({ wireVerdict: { state: "unknown" }, tone: "ok" });
    }
  });

  it("is one that hears again once it was answered", () => {
    const heard = assembleTopology(snapshotWith({ wire: [wireOf(2, 1, 200), ...deaf] }));
    const answered = assembleTopology(snapshotWith({ wire: [wireOf(3, 1, 200)] }), heard);
    expect(answered.vips[0]?.wireVerdict).not.toHaveProperty("deafHostIds");
    const silent = assembleTopology(snapshotWith({ wire: deaf }), answered);
    expect(silent.vips[0]?.wireVerdict?.state).toBe("none");
  });
});
