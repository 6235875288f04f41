import { formatMessage } from "@primacy/contract";
import { describe, expect, test } from "vitest";
import { planTestDocument } from "../testing/test-document";
import { hashDocument, judgeDocument } from "./judge-document";

const held = planTestDocument();
const own = held.hostId;

describe("judging a document", () => {
  test.each([
    ["the first one", null, held, "accepted"],
    ["a higher epoch", held, planTestDocument({ epoch: 6 }), "accepted"],
    ["the same one again", held, planTestDocument(), "repeated"],
    [
      "an interface with the longest name",
      null,
      planTestDocument({ vips: held.vips.map((vip) => ({ ...vip, nic: "enp129s0f0np0.1" })) }),
      "accepted",
    ],
  ])("%s: %s", (_name, before, next, verdict) => {
    expect(judgeDocument(before, next, own).kind).toBe(verdict);
  });

  test.each([
    ["a lower epoch", held, planTestDocument({ epoch: 4 }), "epoch_too_low"],
    ["other content under the same epoch", held, planTestDocument({ clusterName: "x" }), "epoch_too_low"],
    ["another cluster", held, planTestDocument({ clusterId: held.hostId, epoch: 9 }), "wrong_cluster"],
    ["another host", null, planTestDocument({ hostId: held.clusterId }), "bad_request"],
    ["an address twice", null, planTestDocument({ vips: [...held.vips, ...held.vips] }), "bad_request"],
    [
      "timings that could not be safe",
      null,
      planTestDocument({ timings: { ...held.timings, releaseAfterMs: 4000 } }),
      "bad_request",
    ],
    [
      "timings that could not be safe, also before there is a VIP",
      null,
      planTestDocument({ vips: [], timings: { ...held.timings, kernelSlackMs: 1000 } }),
      "bad_request",
    ],
  ])("%s is refused", (_name, before, next, code) => {
    const verdict = judgeDocument(before, next, own);
    expect(verdict).toMatchObject({ kind: "refused", code });
  });

  test("every reason is told at once", () => {
    const next = planTestDocument({
      hostId: held.clusterId,
      timings: { ...held.timings, releaseAfterMs: 4000 },
    });
    const verdict = judgeDocument(null, next, own);
    expect(verdict.kind === "refused" ? verdict.details.length : 0).toBeGreaterThan(1);
  });

  test("every reason is told in the reader's language", () => {
    const next = planTestDocument({
      hostId: held.clusterId,
      vips: [...held.vips, ...held.vips],
      timings: { ...held.timings, releaseAfterMs: 4000 },
    });
    for (const verdict of [judgeDocument(null, next, own), judgeDocument(held, next, own)]) {
      const details = verdict.kind === "refused" ? verdict.details : [];
      expect(details.length).toBeGreaterThan(0);
      for (const detail of details) expect(formatMessage(detail, "zh")).not.toMatch(/[a-z]{2,} [a-z]{2,}/);
    }
  });
});

test("two hosts of a cluster have the same hash; another epoch, address or timing has another", () => {
  const hash = hashDocument(held);
  const other = planTestDocument({
    hostId: held.clusterId,
    hostName: "db2",
    peers: [],
    vips: held.vips.map((vip) => ({ ...vip, nic: "bond0" })),
  });
  expect(hashDocument(other)).toBe(hash);
  expect(hashDocument(planTestDocument({ epoch: 6 }))).not.toBe(hash);
  const moved = held.vips.map((vip) => ({ ...vip, address: "10.0.0.101" }));
  expect(hashDocument(planTestDocument({ vips: moved }))).not.toBe(hash);
  const alone = held.vips.map((vip) => ({ ...vip, onRelease: "leave" as const }));
  expect(hashDocument(planTestDocument({ vips: alone }))).not.toBe(hash);
  expect(hashDocument(planTestDocument({ timings: { ...held.timings, leaseSeconds: 3 } }))).not.toBe(hash);
});
