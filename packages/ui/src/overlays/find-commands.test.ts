import { expect, test } from "vitest";
import { findCommands } from "./find-commands";

const item = (label: string, more: { hint?: string; keywords?: readonly string[] } = {}) => ({
  id: label,
  label,
  onSelect: () => undefined,
  ...more,
});
const groups = [
  {
    id: "o",
    heading: "orders",
    items: [item("Members"), item("Stop db3"), item("切换主库", { keywords: ["Switch over"] })],
  },
  { id: "b", heading: "billing", items: [item("Members"), item("Stop db3")] },
  { id: "h", heading: "Hosts", items: [item("db3", { hint: "10.77.0.13" })] },
];

function found(typed: string, limit = 100): readonly string[] {
  return findCommands(groups, typed, limit).flatMap(({ heading, items }) =>
    items.map(({ label }) => `${heading}: ${label}`),
  );
}

test.each([
  [
    "every command where nothing was typed",
    "",
    [
      "orders: Members",
      "orders: Stop db3",
      "orders: 切换主库",
      "billing: Members",
      "billing: Stop db3",
      "Hosts: db3",
    ],
  ],
  [
    "what has each of the words, in any order, those of its heading too",
    "db3 stop bill",
    ["billing: Stop db3"],
  ],
  ["what has them in another language", "switch", ["orders: 切换主库"]],
  ["an address that stands beside it", "0.13", ["Hosts: db3"]],
  [
    "those whose words begin with it first",
    "o",
    ["orders: 切换主库", "orders: Members", "orders: Stop db3", "billing: Stop db3", "Hosts: db3"],
  ],
  ["nothing where one of the words occurs nowhere", "stop db9", []],
] as const)("finds %s", (_what, typed, expected) => {
  expect(found(typed)).toEqual(expected);
});

test("draws no more than it may, and no heading without a command", () => {
  expect(found("", 3)).toEqual(["orders: Members", "orders: Stop db3", "orders: 切换主库"]);
});
