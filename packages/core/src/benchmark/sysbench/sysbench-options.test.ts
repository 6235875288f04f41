import { describe, expect, it } from "vitest";
import { checkSysbenchOptions, findSysbenchOption } from "./sysbench-options";

describe("checkSysbenchOptions", () => {
  it("takes what the articles set, with dashes or underscores", () => {
    const options = {
      "rand-type": "special",
      "rand-spec-res": 75,
      point_selects: 4,
      "non-index-updates": 1,
      delete_inserts: 1,
      index_updates: 1,
      simple_ranges: 0,
      order_ranges: 0,
      range_selects: "off",
      skip_trx: true,
      "mysql-ignore-errors": "1213,1205,3101",
      "db-ps-mode": "disable",
      "forced-shutdown": 5,
    };
    expect(checkSysbenchOptions(options, "1.0.20")).toEqual([]);
  });

  it.each([
    ["warmup-time", 100],
    ["thread-init-timeout", 60],
    ["reconnect", 10],
    ["create_table_options", "COMPRESSION='zlib'"],
    ["rand-zipfian-exp", 0.8],
    ["rand-type", "zipfian"],
  ])("knows that %s came with 1.1", (option, value) => {
    expect(checkSysbenchOptions({ [option]: value }, "1.0.20")).toEqual([{ option, reason: "version" }]);
    expect(checkSysbenchOptions({ [option]: value }, "who knows")).toEqual([{ option, reason: "version" }]);
    expect(checkSysbenchOptions({ [option]: value }, "1.1.0-50966c8")).toEqual([]);
    expect(checkSysbenchOptions({ [option]: value }, "2.0.0")).toEqual([]);
  });

  it("lists every problem, also those that sysbench takes without a word", () => {
    const options = {
      point_select: 1,
      point_selects: -3,
      "index-updates": 0.5,
      range_selects: "maybe",
      range_size: "100",
      "rand-spec-res": 100,
      "rand-pareto-h": 1,
      "rand-type": "normal",
      events: 9_999_999_999,
      "mysql-ignore-errors": "1213, 1205",
      mysql_storage_engine: "innodb */; DROP",
      constructor: 1,
    };
    expect(checkSysbenchOptions(options, "1.1.0")).toEqual([
      { option: "point_select", reason: "unknown" },
      { option: "point_selects", reason: "range" },
      { option: "index-updates", reason: "type" },
      { option: "range_selects", reason: "type" },
      { option: "range_size", reason: "type" },
      { option: "rand-spec-res", reason: "range" },
      { option: "rand-pareto-h", reason: "range" },
      { option: "rand-type", reason: "range" },
      { option: "events", reason: "range" },
      { option: "mysql-ignore-errors", reason: "range" },
      { option: "mysql_storage_engine", reason: "range" },
      { option: "constructor", reason: "unknown" },
    ]);
  });

  it.each(["threads", "time", "tables", "mysql-password", "report-interval", "histogram", "percentile"])(
    "leaves %s to Primacy",
    (option) => {
      expect(findSysbenchOption(option)).toBeNull();
    },
  );
});
