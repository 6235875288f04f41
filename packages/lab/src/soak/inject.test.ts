import { expect, it } from "vitest";
import { faultKinds } from "./fault-kinds";
import { injectors } from "./inject";
import { skippedFaults } from "./skipped-faults";

it("can inject every kind that is drawn, and nothing else", () => {
  expect(Object.keys(injectors).sort()).toEqual(faultKinds.map(({ name }) => name).sort());
});

it("draws of every row of the matrix, or says why not", () => {
  const known = new Set([...faultKinds, ...skippedFaults].map(({ row }) => row));
  expect([...known].sort()).toEqual(Array.from({ length: 18 }, (_, index) => `F${index + 1}`).sort());
});
