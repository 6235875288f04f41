import { networkInterfaces } from "node:os";
import { describe, expect, test } from "vitest";
import { isOwnAddress } from "./own-address";

describe("an address", () => {
  test("is this machine's where one of its interfaces has it", () => {
    const own = Object.values(networkInterfaces()).flatMap((cards) => cards?.map((one) => one.address) ?? []);
    expect(own).not.toEqual([]);
    expect(own.filter((address) => !isOwnAddress(address))).toEqual([]);
  });

  test("is not where none has it, also where one begins alike", () => {
    expect(isOwnAddress("192.0.2.77")).toBe(false);
    expect(isOwnAddress("127.0.0.11")).toBe(false);
  });
});
