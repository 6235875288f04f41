import { afterEach, expect, test } from "vitest";
import type { Row, ServerConnection } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import { LeftRows } from "./left-rows";
import { removeThrough } from "./remove-rows";

const id = "11111111-1111-4111-8111-111111111111";
const other = "22222222-2222-4222-8222-222222222222";
const server = { address: "10.0.0.11", port: 3306 };
const ended: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(ended.splice(0).map((end) => end()));
});

/** A table of which the rows are deleted every few milliseconds, as the watch of a cluster has it done. */
function begin({ lateMs = 300, failures = 0 }: { lateMs?: number; failures?: number } = {}) {
  const rows = new Set([id, other]);
  const told: unknown[] = [];
  let tries = 0;
  const remove = async (ids: readonly string[]): Promise<ReadonlySet<string>> => {
    tries += 1;
    if (tries <= failures) throw new Error("the primary is away");
    for (const one of ids) rows.delete(one);
    return new Set();
  };
  const left = new LeftRows(remove, (error) => told.push(error), { everyMs: 5, lateMs });
  const ticker = setInterval(() => left.tick(), 5);
  ended.push(async () => {
    clearInterval(ticker);
    await left.stop();
  });
  return { rows, left, told, countTries: () => tries };
}
const until = (read: () => unknown) => expect.poll(read, { timeout: 10_000, interval: 5 });

test("a row that a late write puts back is deleted again, and is left alone once none can come", async () => {
  const { rows, left, countTries } = begin();
  const beganMs = performance.now();
  left.leave([id]);
  await until(() => rows.has(id)).toBe(false);
  expect(left.count).toBe(1);
  rows.add(id);
  await until(() => rows.has(id)).toBe(false);
  await until(() => left.count).toBe(0);
  expect(performance.now() - beganMs).toBeGreaterThanOrEqual(300);
  expect(rows).toEqual(new Set([other]));
  const tries = countTries();
  await until(() => performance.now() - beganMs).toBeGreaterThan(400);
  expect(countTries()).toBe(tries);
});

test("a row that is there after it was deleted is not given up", async () => {
  const there = new Set([id]);
  const left = new LeftRows(
    async () => there,
    () => undefined,
    { everyMs: 0, lateMs: 0 },
  );
  ended.push(() => left.stop());
  left.leave([id]);
  left.tick();
  await left.stop();
  expect(left.count).toBe(1);
});

test("what fails is tried again until it is done, and told once", async () => {
  const { rows, left, told, countTries } = begin({ lateMs: 0, failures: 3 });
  left.leave([id]);
  await until(() => left.count).toBe(0);
  expect(rows.has(id)).toBe(false);
  expect(countTries()).toBe(4);
  expect(told).toMatchObject([{ message: "the primary is away" }]);
});

test("the row of a prober that is switched on again is its own", async () => {
  const { rows, left } = begin({ lateMs: 3_600_000 });
  left.leave([id, other]);
  await until(() => rows.size).toBe(0);
  left.keep(id);
  rows.add(id).add(other);
  await until(() => rows.has(other)).toBe(false);
  expect(rows.has(id)).toBe(true);
});

/** A server that has these rows after the deletion, or answers with an error of that number. */
function serverWith(rows: readonly string[], errno: number | null = null) {
  const asked: string[] = [];
  const query: ServerConnection["query"] = async (sql): Promise<readonly Row[]> => {
    asked.push(sql.split(" ")[0] ?? "");
    if (errno !== null) throw new MysqlFailure("mysql_statement", server, {}, { errno });
    return sql.startsWith("SELECT") ? rows.map((one) => ({ id: one })) : [];
  };
  return { asked, connection: { query } };
}
const { signal } = new AbortController();

test("a row is deleted before it is looked for, since a deletion waits for a write of it that is under way", async () => {
  const { asked, connection } = serverWith([other]);
  expect(await removeThrough(connection, [id, other], signal)).toEqual(new Set([other]));
  expect(asked).toEqual(["DELETE", "SELECT"]);
});

test("where there is no table there is no row, and any other error says nothing of it", async () => {
  expect(await removeThrough(serverWith([], 1146).connection, [id], signal)).toEqual(new Set());
  await expect(removeThrough(serverWith([], 1290).connection, [id], signal)).rejects.toThrow();
});
