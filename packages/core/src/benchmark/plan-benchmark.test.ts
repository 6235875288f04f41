import { expect, it } from "vitest";
import { fieldsOf } from "./benchmark.fixture";
import {
  accountStatements,
  type BenchmarkInput,
  benchmarkStepCodes,
  cleaningStatements,
  nameBenchmark,
  planBenchmark,
} from "./plan-benchmark";

const benchmarkId = "0198f3f0-6d1e-7c3a-9f0e-3b7a5f1c2d4e";
const names = nameBenchmark(benchmarkId);
const input: BenchmarkInput = {
  benchmarkId,
  clusterId: "c1",
  clusterName: "main",
  ...names,
  loadHostId: "h9",
  loadHostName: "app1",
  program: "/usr/bin/sysbench",
  toolVersion: "1.0.20",
  fields: { ...fieldsOf({ threads: [16, 64], blocks: 3 }), seed: 7 },
  arms: [
    {
      name: "Direct",
      endpoints: [
        {
          ref: { kind: "member", memberId: benchmarkId },
          way: "direct",
          name: "db1",
          address: "10.77.0.11",
          port: 3306,
        },
      ],
    },
    { name: "VIP", endpoints: [] },
  ],
  user: null,
  primary: { serverUuid: "uuid-1", name: "db1" },
  online: ["uuid-1", "uuid-2", "uuid-3"],
  fillAt: { address: "10.9.0.11", port: 3306 },
};

it("plans its schema and account, its data, its runs and the end of both, and shows no password", () => {
  const { steps, consequences } = planBenchmark(input);
  expect(steps.map(({ code, ordinal, hostName }) => [code, ordinal, hostName])).toEqual([
    [benchmarkStepCodes[0], 0, null],
    [benchmarkStepCodes[1], 1, "app1"],
    [benchmarkStepCodes[2], 2, "app1"],
    [benchmarkStepCodes[3], 3, null],
  ]);
  expect(steps[2]?.title.text).toBe("Measure 12 runs in 3 blocks");
  expect(steps[2]?.preview[0]?.text).toMatch(/^\/usr\/bin\/sysbench oltp_read_write .*--tables=4 .*run$/);
  expect(steps[0]?.preview[1]?.text).toContain("IDENTIFIED BY '***'");
  // 12 runs of 35 s.
  expect(consequences[0]?.text).toContain("64 connections of load on main");
  expect(consequences[0]?.params.ms).toBeGreaterThanOrEqual(420_000);
});

it("leaves the filling to each run where the tables are made anew, and shows what is done before it", () => {
  const fields = { ...input.fields, hygiene: "restart_servers" } as const;
  const { steps, consequences } = planBenchmark({ ...input, fields });
  expect(steps.map(({ code }) => code)).toEqual([
    "benchmark.account",
    "benchmark.measure",
    "benchmark.clean",
  ]);
  expect(steps[1]?.preview.map(({ text }) => text)).toEqual([
    `DROP DATABASE IF EXISTS \`${names.schema}\``,
    `CREATE DATABASE \`${names.schema}\``,
    "RESTART",
    expect.stringMatching(/prepare$/),
    expect.stringMatching(/run$/),
  ]);
  expect(consequences.map(({ text }) => text).join(" ")).toContain("restarts all 3 servers");
});

it("names what it makes by its id, within MySQL's limits, and takes away all that it made", () => {
  expect(names.schema).toHaveLength(46);
  expect(names.account).toHaveLength(30);
  const made = accountStatements(names, "secret").join("\n");
  const gone = cleaningStatements(names).join("\n");
  for (const name of [`\`${names.schema}\``, `'${names.account}'@'%'`]) {
    expect(made).toContain(name);
    expect(gone).toContain(name);
  }
});
