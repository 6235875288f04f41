import { defaultVipTimings, type Vip } from "@primacy/contract";
import {
  buildDocument,
  findDifferences,
  type HeldDocument,
  unheard,
  type WantedCluster,
} from "@primacy/core/plan";
import { expect, test } from "vitest";
import { AcceptedHashes, hashText, toAcceptedHash } from "./held-document";

const hostId = "a";
const vip: Vip = {
  id: "v",
  clusterId: "c",
  provider: "agent",
  kind: "write",
  address: "10.0.0.100",
  prefixLength: 24,
  port: 3306,
  nics: { a: "eth0" },
  onRelease: "cut",
  enabled: true,
  revision: 1,
  createdAt: "",
  updatedAt: "",
};

function cluster(epoch: number, one: Vip): WantedCluster {
  const member = { memberId: "a", serverUuid: "a", address: "10.0.0.1", port: 3306 };
  return {
    clusterId: "c",
    clusterName: "main",
    epoch,
    hosts: [
      {
        hostId,
        askedOf: null,
        name: "a",
        agentAddress: "10.0.0.1",
        agentPort: 7433,
        macs: [],
        member: { ...member, adminAddress: null, adminPort: null },
      },
    ],
    vips: [one],
    timings: defaultVipTimings,
  };
}

/** What the host holds after it was told this; its agent makes the hash of another text. */
function toldBy(wanted: WantedCluster, accepted: AcceptedHashes): HeldDocument {
  const document = buildDocument(wanted, hostId, true);
  const answered = `another release's of ${JSON.stringify(document)}`;
  accepted.note(toAcceptedHash(document, answered));
  const vips = document.vips.map(({ vipId, address, nic }) => ({
    vipId,
    address,
    nic,
    isPaused: false,
    isBound: true,
  }));
  const known = { isAnswering: true, clusterId: "c", epoch: wanted.epoch, peers: [], vips };
  return { ...unheard(hostId), ...known, documentHash: answered };
}

test("a hash that an agent answered for what it was told is not taken for other content", () => {
  const accepted = new AcceptedHashes();
  const held = toldBy(cluster(9, vip), accepted);
  const restored = cluster(3, vip);
  expect(findDifferences(restored, [held], hashText)).toHaveLength(1);
  expect(findDifferences(restored, [accepted.settle(held)], hashText)).toEqual([]);
  const other = { ...held, documentHash: "of other content" };
  expect(findDifferences(restored, [accepted.settle(other)], hashText)).toHaveLength(1);
});

test("what was told before the database was restored under a running worker is other content", () => {
  const accepted = new AcceptedHashes();
  const held = toldBy(cluster(9, { ...vip, port: 3307 }), accepted);
  expect(findDifferences(cluster(3, vip), [accepted.settle(held)], hashText).map((one) => one.code)).toEqual([
    "topology.differs_settings",
  ]);
});

test("of many answers the newest are kept", () => {
  const accepted = new AcceptedHashes();
  for (let n = 0; n < 150; n += 1) accepted.note({ own: `own ${n}`, answered: `hash ${n}` });
  const settled = (n: number): string | null =>
    accepted.settle({ ...unheard("a"), documentHash: `hash ${n}` }).documentHash;
  expect([settled(0), settled(149)]).toEqual(["hash 0", "own 149"]);
});
