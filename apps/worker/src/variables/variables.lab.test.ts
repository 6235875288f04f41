import { type VariableCell, VariablesReading } from "@primacy/contract";
import { type DatabaseName, joinRows, runRootSql } from "@primacy/lab";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describe as told } from "../testing/lab-cluster";
import { type SharedCluster, shareCluster } from "../testing/shared-cluster";

const expel = "group_replication_member_expel_timeout";
const optionFile = "/etc/mysql/lab.d/variables.cnf";

let here: SharedCluster;
let before = "";
beforeAll(async () => {
  here = await shareCluster();
  before = await sql("db2", `SELECT @@${expel}`);
  await sql("db2", `SET GLOBAL ${expel} = 17`);
  // What only the next start takes: its server has read its files before.
  const file = "[mysqld]\nmax-connections = 77\n";
  await here.lab.host("db3").exec(["sh", "-c", `printf '${file}' > ${optionFile}`]);
}, 300_000);
afterAll(async () => {
  await here.lab.host("db3").exec(["rm", "-f", optionFile]);
  await sql("db2", `SET GLOBAL ${expel} = ${before}`);
  await here.giveBack();
});

async function sql(name: DatabaseName, text: string): Promise<string> {
  return joinRows(await runRootSql(here.lab.host(name), text));
}

async function read(): Promise<VariablesReading> {
  const operation = await here.perform("variables.read", here.clusterId, {});
  expect(operation.state, JSON.stringify(told(operation))).toBe("succeeded");
  return VariablesReading.parse(operation.result);
}

/** A variable's cells by the members' names. */
function cellsOf({ members, groups }: VariablesReading, name: string): Record<string, VariableCell | null> {
  const row = groups.flatMap(({ rows }) => rows).find((one) => one.name === name);
  const cells = members.map((member, place) => [member.name.slice(0, 3), row?.cells[place] ?? null] as const);
  return Object.fromEntries(cells);
}

test("a value that was set on one member, and one that only its next start takes, are told with where they are from", async () => {
  const reading = await read();
  for (const { name, problem, nextProblem } of reading.members)
    expect([name, problem?.text, nextProblem?.text]).toEqual([name, undefined, undefined]);
  expect(reading.members.map(({ role }) => role).sort()).toEqual(["PRIMARY", "SECONDARY", "SECONDARY"]);

  const timeouts = cellsOf(reading, expel);
  expect(timeouts.db2).toMatchObject({ value: "17", source: "dynamic", isOdd: true, isDrift: true });
  expect(timeouts.db2?.setAt).not.toBeNull();
  expect([timeouts.db1?.isOdd, timeouts.db3?.isOdd]).toEqual([false, false]);

  const connections = cellsOf(reading, "max_connections");
  expect(connections.db3).toMatchObject({
    next: { kind: "set", value: "77", place: "file", path: optionFile, line: 2 },
    isDrift: true,
    isOdd: false,
  });
  expect([connections.db1?.isDrift, connections.db2?.isDrift]).toEqual([false, false]);

  // Each has its own, the role decides, and the group turns on what the file need not say.
  expect(Object.values(cellsOf(reading, "server_id")).map((cell) => cell?.isOdd)).toEqual([
    false,
    false,
    false,
  ]);
  const writable = cellsOf(reading, "super_read_only");
  expect([writable.db1?.value, writable.db2?.value]).toEqual(["OFF", "ON"]);
  expect(Object.values(writable).map((cell) => [cell?.isOdd, cell?.isDrift])).toEqual(
    [1, 2, 3].map(() => [false, false]),
  );
  const names = reading.groups.flatMap(({ rows }) => rows.map(({ name }) => name));
  expect(names.filter((name) => name.includes("password"))).toEqual([]);
});

test("of a member whose server is down the column is empty, with the reason, and the others are told", async () => {
  await here.lab.fault.killMysql("db3", { restart: false });
  const reading = await read();
  const [db3] = reading.members.filter(({ name }) => name.startsWith("db3"));
  expect(db3?.problem?.code).toBe("failure.mysql_unreachable");
  const seeds = cellsOf(reading, "gtid_mode");
  expect([seeds.db1?.value, seeds.db2?.value, seeds.db3]).toEqual(["ON", "ON", null]);
});
