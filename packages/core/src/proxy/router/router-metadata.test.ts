import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeMetadata, type MetadataReading } from "./router-metadata";

const groupName = "8163A1B4-08f4-42fd-85f4-398f90b177bc";
const members = ["db1", "db2", "db3"].map((name, at) => ({ name, serverUuid: `AAAA-${at}` }));
const group = { groupName, members };

type Present = Extract<MetadataReading, { kind: "present" }>;

const present: Present = {
  kind: "present",
  version: { major: 2, minor: 2, patch: 0 },
  clusters: [{ id: "c1", name: "prod", groupName: groupName.toLowerCase() }],
  instances: members.map(({ name, serverUuid }) => ({
    clusterId: "c1",
    serverUuid: serverUuid.toLowerCase(),
    endpoint: `${name}:3306`,
  })),
};

const other = { id: "c2", name: "elsewhere", groupName: "11111111-0000-0000-0000-000000000000" };

describe("metadata and group", () => {
  it("agree where group and members are the same, whatever the case of their ids", () => {
    expect(judgeMetadata(present, group)).toEqual({ kind: "agrees", cluster: "prod", version: "2.2.0" });
  });

  it("agree in a ClusterSet, whose other clusters have other members", () => {
    const replica = { clusterId: "c2", serverUuid: "ffff-1", endpoint: "far1:3306" };
    const reading = {
      ...present,
      clusters: [other, ...present.clusters],
      instances: [replica, ...present.instances],
    };
    expect(judgeMetadata(reading, group)).toMatchObject({ kind: "agrees", cluster: "prod" });
  });

  it("differ by the members that MySQL Router would never lead to, by name", () => {
    const reading = { ...present, instances: present.instances.slice(0, 1) };
    expect(judgeMetadata(reading, group)).toEqual({
      kind: "differs",
      cluster: "prod",
      differences: [{ kind: "unlisted", members: ["db2", "db3"] }],
    });
  });

  it("differ by servers that left the group, by their address, and else by their id", () => {
    const gone = [
      { clusterId: "c1", serverUuid: "old-1", endpoint: "db9:3306" },
      { clusterId: "c1", serverUuid: "old-2", endpoint: null },
    ];
    expect(judgeMetadata({ ...present, instances: [...present.instances, ...gone] }, group)).toMatchObject({
      differences: [{ kind: "gone", servers: ["db9:3306", "old-2"] }],
    });
  });

  it("agree where a member that is away is listed or is not, and a server of nobody is still told of", () => {
    const [first, second, third] = members;
    const away = [third?.serverUuid.toUpperCase() ?? ""];
    const online = { groupName, members: [first, second].flatMap((one) => one ?? []), away };
    expect(judgeMetadata(present, online)).toMatchObject({ kind: "agrees" });
    const without = { ...present, instances: present.instances.slice(0, 2) };
    expect(judgeMetadata(without, online)).toMatchObject({ kind: "agrees" });
    const stranger = { clusterId: "c1", serverUuid: "old-1", endpoint: "db9:3306" };
    const reading = { ...present, instances: [...present.instances, stranger] };
    expect(judgeMetadata(reading, online)).toMatchObject({
      differences: [{ kind: "gone", servers: ["db9:3306"] }],
    });
  });

  it("differ twice where a server was built anew: it is listed under an id that it does not have any more", () => {
    const [first, ...rest] = members;
    const rebuilt = { groupName, members: [{ name: first?.name ?? "", serverUuid: "new" }, ...rest] };
    expect(judgeMetadata(present, rebuilt)).toMatchObject({
      differences: [
        { kind: "unlisted", members: ["db1"] },
        { kind: "gone", servers: ["db1:3306"] },
      ],
    });
  });

  it("differ where a group was founded anew under another name, though all of its members are known", () => {
    expect(judgeMetadata(present, { ...group, groupName: other.groupName })).toEqual({
      kind: "differs",
      cluster: null,
      differences: [{ kind: "group", known: [`prod (${groupName.toLowerCase()})`] }],
    });
  });

  it("differ where members are listed for another cluster only", () => {
    const instances = present.instances.map((one) => ({ ...one, clusterId: "c2" }));
    const reading = { ...present, clusters: [...present.clusters, other], instances };
    expect(judgeMetadata(reading, group)).toMatchObject({
      differences: [{ kind: "unlisted", members: ["db1", "db2", "db3"] }],
    });
  });

  it("are no match where the metadata has no cluster at all", () => {
    expect(judgeMetadata({ ...present, clusters: [] }, group)).toMatchObject({
      kind: "differs",
      differences: [{ kind: "group", known: [] }],
    });
  });

  it.each([
    [{ major: 0, minor: 0, patch: 0 }, "0.0.0"],
    [{ major: 1, minor: 0, patch: 1 }, "1.0.1"],
    [{ major: 3, minor: 0, patch: 0 }, "3.0.0"],
  ])("are not compared in a version that MySQL Router does not read: %j", (version, shown) => {
    expect(judgeMetadata({ ...present, version }, group)).toEqual({ kind: "version", version: shown });
  });

  it("are not compared where there is nothing, or nothing may be read", () => {
    expect(judgeMetadata({ kind: "absent" }, group)).toEqual({ kind: "absent" });
    expect(judgeMetadata({ kind: "unreadable", said: "denied" }, group)).toEqual({
      kind: "unreadable",
      said: "denied",
    });
  });

  it("agree exactly where the sets of servers are the same, in whatever order", () => {
    const ids = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e"), { minLength: 1 });
    fc.assert(
      fc.property(ids, ids, (listed, real) => {
        const reading = {
          ...present,
          instances: listed.map((serverUuid) => ({ clusterId: "c1", serverUuid, endpoint: serverUuid })),
        };
        const verdict = judgeMetadata(reading, {
          groupName,
          members: real.map((serverUuid) => ({ name: serverUuid, serverUuid })),
        });
        const isSame = [...listed].sort().join() === [...real].sort().join();
        expect(verdict.kind).toBe(isSame ? "agrees" : "differs");
      }),
    );
  });
});
