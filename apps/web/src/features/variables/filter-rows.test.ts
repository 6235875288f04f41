import type { VariableCell, VariableRow } from "@primacy/contract";
import { expect, test } from "vitest";
import { countRows, filterRows } from "./filter-rows";

function cell(value: string, change: Partial<VariableCell> = {}): VariableCell {
  const next = { kind: "default", value } as const;
  return {
    ...{ value, source: "compiled", path: null, setAt: null, setBy: null, next },
    ...{ isDrift: false, isOdd: false },
    ...change,
  };
}

const row = (name: string, differs: boolean, ...cells: VariableRow["cells"]): VariableRow => ({
  ...{ name, nature: "equal", differs, cells },
});

const groups = [
  {
    group: "failover" as const,
    rows: [
      row("group_replication_consistency", false, cell("EVENTUAL"), null),
      row("group_replication_member_expel_timeout", true, cell("5", { isOdd: true }), cell("0")),
    ],
  },
  {
    group: "connections" as const,
    rows: [row("max_connections", false, cell("151", { isDrift: true }), null)],
  },
];
const namesOf = (filter: Parameters<typeof filterRows>[1], search: string): readonly string[] =>
  filterRows(groups, filter, search).flatMap(({ rows }) => rows.map(({ name }) => name));

test.each([
  ["all", "", ["group_replication_consistency", "group_replication_member_expel_timeout", "max_connections"]],
  ["differs", "", ["group_replication_member_expel_timeout"]],
  ["drift", "", ["max_connections"]],
  ["all", "Expel-Timeout", ["group_replication_member_expel_timeout"]],
  ["all", "eventual", ["group_replication_consistency"]],
  ["all", "group 151", []],
  ["differs", "consistency", []],
] as const)("the filter %s with the search '%s'", (filter, search, names) => {
  expect(namesOf(filter, search)).toEqual(names);
});

test("a group of which nothing is left is left out, and the counts are those of all", () => {
  expect(filterRows(groups, "drift", "").map(({ group }) => group)).toEqual(["connections"]);
  expect(countRows({ readAt: "", members: [], groups })).toEqual({ all: 3, differs: 1, drift: 1 });
});
