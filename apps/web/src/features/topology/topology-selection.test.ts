import { expect, test } from "vitest";
import { formatSelection, parseSelection } from "./topology-selection";

test.each([
  { kind: "card", id: "0198f3f0-6d1e-7c3a-9f0e-000000000001" },
  { kind: "card", id: "address:10.77.0.11:3306" },
  { kind: "chip", id: "kernel:0198f3f0-6d1e-7c3a-9f0e-000000000092" },
  { kind: "entry", id: "clients" },
] as const)("a link to $kind $id chooses it", (selection) => {
  expect(parseSelection(formatSelection(selection))).toEqual(selection);
});

test.each([null, "", "card", "card:", "host:db1"])("an address with %j chooses nothing", (asked) => {
  expect(parseSelection(asked)).toBeNull();
});
