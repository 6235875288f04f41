import { MysqlslapWorkload, SysbenchWorkload, type Workload } from "@primacy/contract";
import { nameWorkload, type TrendLoad } from "@primacy/core/benchmark";
import { expect, it } from "vitest";
import { tellLoadsApart } from "./load-labels";

const load = (key: string, workload: Workload): TrendLoad => ({ key, workload, threads: 16, points: [] });
const slap = (changes: object): Workload => MysqlslapWorkload.parse({ tool: "mysqlslap", ...changes });
const sysbench = (options: object): Workload => SysbenchWorkload.parse({ tool: "sysbench", options });

const tell = (loads: readonly TrendLoad[]): readonly string[] => [
  ...tellLoadsApart(loads, ({ workload }, options) => `${nameWorkload(workload)} ${options}`.trim()).values(),
];

it("loads of one name are told apart by the options in which they differ, and by no others", () => {
  expect(
    tell([
      load("a", slap({ queries: 500 })),
      load("b", slap({ queries: 900 })),
      load("c", sysbench({})),
      load("d", sysbench({ point_selects: 5 })),
    ]),
  ).toEqual([
    "mysqlslap mixed queries=500",
    "mysqlslap mixed queries=900",
    "oltp_read_write",
    "oltp_read_write point_selects=5",
  ]);
  expect(tell([load("a", slap({ queries: 500 }))])).toEqual(["mysqlslap mixed"]);
});

it("no two labels are the same, though what differs is too long to be shown", () => {
  const query = (end: string) => ({ sql: { kind: "given", query: `select ${"x".repeat(200)}${end}` } });
  const labels = tell([load("a", slap(query("1"))), load("b", slap(query("2")))]);
  expect(new Set(labels).size).toBe(2);
  expect(Math.max(...labels.map(({ length }) => length))).toBeLessThan(100);
});
