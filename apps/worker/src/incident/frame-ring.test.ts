import { expect, it } from "vitest";
import { statusOf } from "../testing/agent-status.fixture";
import { FrameRing } from "./frame-ring";

const second = 1_000;

/** The seconds whose frames a ring still has, of one frame each second up to `until`. */
function keptOf(until: number, heldAround: number | null): readonly number[] {
  const ring = new FrameRing();
  for (let at = 0; at <= until; at += 1) {
    if (at === heldAround) ring.holdAround(at * second);
    ring.take("h1", statusOf("h1"), at * second);
  }
  return ring.list().map(({ arrivedMs }) => arrivedMs / second);
}

it("frames of the last minute are kept, and no others", () => {
  expect(keptOf(200, null)).toEqual(Array.from({ length: 61 }, (_, at) => 140 + at));
});

it("while an incident lasts those around its beginning stay too, however long it lasts", () => {
  const kept = keptOf(4_000, 1_000);
  expect(kept).toHaveLength(181 + 61);
  expect([kept[0], kept[180], kept[181], kept.at(-1)]).toEqual([940, 1_120, 3_940, 4_000]);
});

it("what a frame says of peers and of why is not kept, and who answered on the wire is", () => {
  const ring = new FrameRing();
  const wire = [{ vipId: "v", address: "10.77.0.100", askedMonotonicMs: 1, macs: [] }];
  const asked = { hostAskedMonotonicMs: 1, agentAskedMonotonicMs: 1, agentRttMs: 1 };
  const peers = [{ hostId: "h2", isHostAnswering: true, isAgentAnswering: true, ...asked }];
  ring.take("h1", statusOf("h1", { wire, peers }), 0);
  expect(ring.list()[0]?.status).toMatchObject({ wire, peers: [] });
});
