import { describe, expect, it } from "vitest";
import { buildRequest, findAnswer, parseRound } from "./wire-frames";

const asker = { mac: "02:50:0a:4d:00:15", from: "10.77.0.21", address: "10.77.0.100" };
/** A reply of 02:50:0a:4d:00:0b for 10.77.0.100 to the asker, as it came over the lab's switch, padding and all. */
const reply = Buffer.from(
  "02500a4d001502500a4d000b08060001080006040002" + "02500a4d000b0a4d006402500a4d00150a4d0015000000000000",
  "hex",
);
/** The same host's announcement of the address to everybody, as a reply that nobody asked for. */
const announcement = Buffer.from(
  "ffffffffffff02500a4d000b08060001080006040002" + "02500a4d000b0a4d0064ffffffffffff0a4d0064",
  "hex",
);

describe("frames of the wire watch", () => {
  it("ask everybody for the address, from the asking host's own", () => {
    expect(buildRequest(asker).toString("hex")).toBe(
      "ffffffffffff02500a4d001508060001080006040001" + "02500a4d00150a4d0015" + "0000000000000a4d0064",
    );
  });

  it("are an answer where a card says that it has the address", () => {
    expect(findAnswer(reply, asker)).toBe("02:50:0a:4d:00:0b");
  });

  it("are none where they are to another host, or to everybody: an announcement answers nobody", () => {
    expect(findAnswer(announcement, asker)).toBeNull();
    expect(findAnswer(reply, { ...asker, mac: "02:50:0a:4d:00:16" })).toBeNull();
    expect(findAnswer(reply, { ...asker, from: "10.77.0.22" })).toBeNull();
    for (const [at, what] of [
      [0, "to another card"],
      [32, "that names another card"],
      [41, "that names another address"],
    ] as const) {
      const other = Buffer.from(reply);
      other.writeUInt8(0xfe, at);
      expect(findAnswer(other, asker), what).toBeNull();
    }
  });

  it("are none where they are of another address, a request, cut short, or no ARP", () => {
    expect(findAnswer(reply, { ...asker, address: "10.77.0.101" })).toBeNull();
    const request = Buffer.from(reply);
    request.writeUInt16BE(1, 20);
    expect(findAnswer(request, asker)).toBeNull();
    expect(findAnswer(reply.subarray(0, 41), asker)).toBeNull();
    const other = Buffer.from(reply);
    other.writeUInt16BE(0x0800, 12);
    expect(findAnswer(other, asker)).toBeNull();
  });
});

describe("a line of who asks", () => {
  it("is a question and its answers, or nothing", () => {
    expect(parseRound('{"askedMs":12.5,"macs":[]}')).toEqual({ askedMs: 12.5, macs: [] });
    for (const line of ["", '{"askedMs":12.5,"ma', '{"askedMs":"soon","macs":[]}', "null"])
      expect(parseRound(line)).toBeNull();
  });
});
