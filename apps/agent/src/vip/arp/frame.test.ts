import { expect, test } from "vitest";
import { broadcastMac, buildArpFrame, parseArpClaim, unknownMac } from "./frame";

test("a claim is read from the frame that was built for it, padded to the shortest frame that switches take", () => {
  const frame = buildArpFrame({
    operation: "reply",
    destinationMac: broadcastMac,
    senderMac: "02:00:00:00:00:11",
    senderAddress: "10.0.0.100",
    targetMac: unknownMac,
    targetAddress: "10.0.0.100",
  });
  expect(frame.length).toBe(60);
  expect(parseArpClaim(frame)).toEqual({
    mac: "02:00:00:00:00:11",
    address: "10.0.0.100",
    answeredMac: unknownMac,
  });
});

test("anything else is no claim", () => {
  expect(parseArpClaim(Buffer.alloc(10))).toBeNull();
  expect(parseArpClaim(Buffer.alloc(60))).toBeNull();
});
