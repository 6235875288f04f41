import { type MeasuredServer, type MeasuredSystem, ServerVariable } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { listSystemFacts } from "./list-system-facts";

const machine = { kernel: "6.1.0", cpuModel: "Xeon", cpus: 4, memoryBytes: 8_000 };

function server(name: string, changes: Partial<MeasuredServer> = {}): MeasuredServer {
  const variables = { sync_binlog: "1", innodb_buffer_pool_size: "134217728" };
  return {
    memberId: "00000000-0000-4000-8000-000000000001",
    name,
    isPrimary: false,
    server: { version: "8.4.6", variables },
    machine,
    ...changes,
  };
}

function system(servers: readonly MeasuredServer[], changes: Partial<MeasuredSystem> = {}): MeasuredSystem {
  return { readAt: "2026-11-27T10:00:00.000Z", servers: [...servers], loadMachine: machine, ...changes };
}

const read = (of: "server" | "host" | "load", name: string, given: MeasuredSystem) =>
  listSystemFacts(given).find(({ fact }) => fact.of === of && fact.name === name)?.readings;

describe("what is told of servers and hosts", () => {
  it("has each value once, with the members that have it, the primary's first", () => {
    const other = { version: "8.4.6", variables: { sync_binlog: "0" } };
    const given = system([
      server("db1", { server: other }),
      server("db2", { isPrimary: true }),
      server("db3"),
    ]);
    expect(read("server", "sync_binlog", given)).toEqual([
      { names: ["db2", "db3"], value: "1" },
      { names: ["db1"], value: "0" },
    ]);
    expect(read("host", "processors", given)).toEqual([{ names: ["db2", "db1", "db3"], value: "4 × Xeon" }]);
    expect(read("load", "memory", given)).toEqual([{ names: [], value: 8_000 }]);
  });

  it("gives sizes as numbers, so that they are shown with a unit", () => {
    expect(read("server", "innodb_buffer_pool_size", system([server("db1")]))).toEqual([
      { names: ["db1"], value: 134_217_728 },
    ]);
  });

  it("says once that a server was silent, and leaves out the variables that no server has", () => {
    const facts = listSystemFacts(system([server("db1"), server("db2", { server: null, machine: null })]));
    const silent = facts.filter(({ readings }) =>
      readings.some(({ names, value }) => value === null && names.includes("db2")),
    );
    expect(silent.map(({ fact }) => `${fact.of} ${fact.name}`)).toEqual([
      "server version",
      "host kernel",
      "host processors",
      "host memory",
    ]);
    expect(facts.filter(({ fact }) => fact.of === "server")).toHaveLength(3);
  });

  it("follows the stated list of variables, and ignores what an older release kept besides", () => {
    const variables = { ...Object.fromEntries(ServerVariable.options.map((name) => [name, "x"])), gone: "1" };
    const facts = listSystemFacts(system([server("db1", { server: { version: "8.4.6", variables } })]));
    expect(facts.filter(({ fact }) => fact.of === "server").map(({ fact }) => fact.name)).toEqual([
      "version",
      ...ServerVariable.options,
    ]);
  });
});
