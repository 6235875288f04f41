import { ClusterKind } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { type ReplicationCapability, replicationCapabilities, replicationKinds } from "./capabilities";

const capabilities: Readonly<Record<ReplicationCapability, true>> = {
  hasAdapter: true,
  oneWriter: true,
  elects: true,
  knowsCutOff: true,
  proof: true,
  lostWrites: true,
  switchover: true,
  writeVip: true,
};

describe("the table of what technologies that replicate give", () => {
  it("has every technology", () => {
    expect(Object.keys(replicationCapabilities).sort()).toEqual([...replicationKinds].sort());
  });
  it.each(replicationKinds)("says of %s what it gives of each thing", (kind) => {
    const row = replicationCapabilities[kind];
    expect(Object.keys(row).sort()).toEqual(Object.keys(capabilities).sort());
  });
  it("has an adapter for each kind of cluster that can be registered, and for no other", () => {
    const adapted = replicationKinds.filter((kind) => replicationCapabilities[kind].hasAdapter);
    expect(adapted).toEqual(ClusterKind.options);
  });
  it("offers a write VIP only with a technology that proves that a primary still is one, and elects another", () => {
    for (const kind of replicationKinds) {
      const { writeVip, proof, elects } = replicationCapabilities[kind];
      if (writeVip) expect([kind, proof !== null, elects]).toEqual([kind, true, "yes"]);
    }
  });
});
