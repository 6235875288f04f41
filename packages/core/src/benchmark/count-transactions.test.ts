import { CustomWorkload, MysqlslapWorkload, SysbenchWorkload, type Workload } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { countTransactions } from "./count-transactions";

const custom = (parser: string): Workload =>
  CustomWorkload.parse({ tool: "custom", program: "load", run: ["{seconds}"], parser });

describe("the transactions that the servers saw of a run", () => {
  it.each<[string, Workload, number]>([
    ["those of all seconds of sysbench, its warm-up too", SysbenchWorkload.parse({ tool: "sysbench" }), 901],
    ["the queries of all iterations of mysqlslap", MysqlslapWorkload.parse({ tool: "mysqlslap" }), 3 * 700],
    ["those of the summary of go-tpc", custom("go-tpc"), 700],
    ["unknown where a command of one's own runs mysqlslap", custom("mysqlslap"), 0],
  ])("are %s", (_what, workload, count) => {
    expect(countTransactions(workload, 900.6, { transactions: 700 })).toBe(count);
  });

  it("are unknown where a tool that tells no seconds gave no figures", () => {
    expect(countTransactions(MysqlslapWorkload.parse({ tool: "mysqlslap" }), 0, null)).toBe(0);
    expect(countTransactions(custom("go-tpc"), 0, null)).toBe(0);
  });
});
