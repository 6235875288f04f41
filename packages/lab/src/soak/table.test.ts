import { expect, it } from "vitest";
import { outcomeOf } from "./outcome.fixture";
import { formatTable } from "./table";

it("has one line per kind in the order of the matrix", () => {
  const other = outcomeOf(3, { kind: "switchover", row: "F1", recoveryMs: 90.4 });
  const lines = formatTable([outcomeOf(1), outcomeOf(2, { recoveryMs: 700 }), other]);
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/^F1 +switchover +1 +1 +90 +90 +350 +500 /);
  expect(lines[2]).toMatch(/^F3 +kill-mysql +2 +2 +300 +700 +350 +1000 /);
});
