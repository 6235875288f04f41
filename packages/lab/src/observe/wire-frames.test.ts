import { describe, expect, it } from "vitest";
import { buildRequest, findAnswer } from "./wire-frames";

const asker = { mac: "02:50:0a:4d:00:15", from: "10.77.0.21", address: "10.77.0.100" };
/** A reply of 02:50:0a:4d:00:0b for 10.77.0.100 to the asker, as it came over the lab's switch, padding and all. */
const reply = Buffer.from(
  "02500a4d001502500a4d000b08060001080006040002" + "02500a4d000b0a4d006402500a4d00150a4d0015000000000000",
  "hex",
);

describe("frames of the wire watch", () => {
  it("ask everybody for the address, from the asking host's own", () => {
    expect(buildRequest(asker).toString("hex")).toBe(
      "ffffffffffff02500a4d001508060001080006040001" + "02500a4d00150a4d0015" + "0000000000000a4d0064",
    );
  });

  it("are an answer where a card says that it has the address", () => {
    expect(findAnswer(reply, "10.77.0.100")).toBe("02:50:0a:4d:00:0b");
  });

  it("are none where they are of another address, a request, cut short, or no ARP", () => {
    expect(findAnswer(reply, "10.77.0.101")).toBeNull();
    expect(findAnswer(buildRequest({ ...asker, from: "10.77.0.100" }), "10.77.0.100")).toBeNull();
    expect(findAnswer(reply.subarray(0, 41), "10.77.0.100")).toBeNull();
    const other = Buffer.from(reply);
    other.writeUInt16BE(0x0800, 12);
    expect(findAnswer(other, "10.77.0.100")).toBeNull();
  });
});
