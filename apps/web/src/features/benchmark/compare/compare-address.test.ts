import { expect, test } from "vitest";
import { canCompare, compareAddress, letterOf, readIds } from "./compare-address";

const [one, two] = ["0198f3f0-6d1e-7c3a-8f0e-000000000400", "0198f3f0-6d1e-7c3a-8f0e-000000000401"];

test("ids are found in an address, in a list and in what somebody pasted, each once", () => {
  expect(
    readIds(`https://console/clusters/x/benchmarks/${one}?block=1, ${two.toUpperCase()} ${one}`),
  ).toEqual([one, two]);
  expect(readIds("")).toEqual([]);
});

test("the address of a comparison says what is compared", () => {
  const address = compareAddress("c", [one, two]);
  expect(readIds(new URLSearchParams(address.split("?")[1]).get("ids") ?? "")).toEqual([one, two]);
});

test("two to five are compared", () => {
  expect([1, 2, 5, 6].map(canCompare)).toEqual([false, true, true, false]);
  expect([0, 4].map(letterOf)).toEqual(["A", "E"]);
});
