import { expect, test } from "vitest";
import { buildAdvertisement, buildSolicitation, parseNdpClaim } from "./ndp-frame";

const mac = "02:00:00:00:00:11";

test("a claim is read from the advertisement that was built for it", () => {
  const frame = buildAdvertisement(mac, "fd00::100");
  expect(frame.subarray(0, 6).toString("hex")).toBe("333300000001");
  expect(parseNdpClaim(frame)).toEqual({ mac, address: "fd00::100", answeredMac: null });
});

test("whoever asks with an address claims it, and whoever asks from nowhere claims nothing", () => {
  const frame = buildSolicitation({ mac, address: "fd00::100" }, "fd00::12:3456");
  expect(frame.subarray(0, 6).toString("hex")).toBe("3333ff123456");
  expect(parseNdpClaim(frame)).toEqual({ mac, address: "fd00::100", answeredMac: null });
  expect(parseNdpClaim(buildSolicitation({ mac, address: null }, "fd00::100"))).toBeNull();
});

test("the checksum over both addresses and the message is right: the sum with it is all ones", () => {
  for (const frame of [
    buildAdvertisement(mac, "2001:db8::ffff:1"),
    buildSolicitation({ mac, address: null }, "fd00::100"),
  ]) {
    let sum = frame.length - 54 + 58;
    for (let offset = 22; offset < frame.length; offset += 2) sum += frame.readUInt16BE(offset);
    while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
    expect(sum).toBe(0xffff);
  }
});

test("anything else is no claim", () => {
  const passedOn = buildAdvertisement(mac, "fd00::100");
  passedOn.writeUInt8(254, 21);
  expect(parseNdpClaim(passedOn)).toBeNull();
  expect(parseNdpClaim(Buffer.alloc(10))).toBeNull();
  expect(parseNdpClaim(Buffer.alloc(86))).toBeNull();
});
