import { expect, it } from "vitest";
import { findHoldingEvidence } from "./holding-evidence";

const address = "10.77.0.100";
const withAddress = { nics: [nicOf(address)] };
const without = { nics: [nicOf("10.77.0.11")] };

function nicOf(one: string) {
  const addresses = [{ address: one, prefixLength: 32, label: null, validSeconds: null }];
  return { name: "eth0", mac: null, isUp: true, hasCarrier: true, addresses };
}

const rows: readonly (readonly [string, typeof withAddress, boolean, string | null])[] = [
  ["the kernel's word, with or without its agent's", withAddress, true, "kernel"],
  ["the kernel's word for what was put there by hand", withAddress, false, "kernel"],
  ["the agent's word where the kernel's list does not have it yet", without, true, "agent"],
  ["nothing where neither has it", without, false, null],
];
it.each(rows)("that a host holds an address is known by %s", (_title, status, isBound, expected) => {
  expect(findHoldingEvidence(status, [{ isBound }], address)).toBe(expected);
});

it("that a host holds an address of which its agent knows no VIP is known by its kernel alone", () => {
  expect(findHoldingEvidence(withAddress, [], address)).toBe("kernel");
  expect(findHoldingEvidence(without, [], address)).toBeNull();
});
