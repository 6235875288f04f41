import { afterAll, beforeAll, expect, it } from "vitest";
import { acquireTestLab, type TestLab } from "../fixture/test-lab";
import type { LabHost } from "../host/lab-host";
import { joinRows, runRootSql } from "./root-sql";

let held: TestLab;
let db3: LabHost;

beforeAll(async () => {
  held = await acquireTestLab({ with: ["mysql"] });
  db3 = held.lab.host("db3");
});
afterAll(() => held?.release());

it("returns the rows of all statements as texts, whatever they are", async () => {
  const rows = await runRootSql(
    db3,
    "SELECT NULL, 1.50, 'two\nlines', ''; SET @n = 3; SELECT @n UNION ALL SELECT 4; SELECT JSON_OBJECT('é', 1);",
  );
  expect(rows).toEqual([["NULL", "1.50", "two\nlines", ""], ["3"], ["4"], ['{"é": 1}']]);
  expect(joinRows(rows)).toBe('NULL\t1.50\ttwo\nlines\t\n3\n4\n{"é": 1}');
});

it("stops at the statement that fails, in the server's words", async () => {
  const failed = runRootSql(db3, "SET @a = 1; SELECT no_such_column; SET GLOBAL no_such_variable = 1");
  await expect(failed).rejects.toMatchObject({
    code: "command_failed",
    message: expect.stringMatching(/db3's MySQL: .*no_such_column/),
  });
});

it("gives up on a server that stands still, and on a statement that takes too long", async () => {
  await held.lab.fault.freezeProcess("db3", "mysqld");
  try {
    const late = runRootSql(db3, "SELECT 1", { timeoutMs: 500 });
    await expect(late).rejects.toMatchObject({ code: "command_timeout", retryable: true });
  } finally {
    await held.lab.fault.thawProcess("db3", "mysqld");
  }
  const slow = runRootSql(db3, "SELECT SLEEP(30)", { timeoutMs: 500 });
  await expect(slow).rejects.toMatchObject({ code: "command_timeout" });
});

it("ends at once when it is aborted, and is not begun after that", async () => {
  const stopping = new AbortController();
  const slow = runRootSql(db3, "SELECT SLEEP(30)", { signal: stopping.signal });
  const isAsleep = async (): Promise<void> => {
    const sql = "SELECT COUNT(*) FROM performance_schema.processlist WHERE info = 'SELECT SLEEP(30)'";
    expect(await runRootSql(db3, sql)).not.toEqual([["0"]]);
  };
  await expect.poll(isAsleep, { timeout: 20_000 }).toBeUndefined();
  const began = performance.now();
  stopping.abort();
  await expect(slow).rejects.toMatchObject({ code: "aborted" });
  // Not when the statement comes to its own end.
  expect(performance.now() - began).toBeLessThan(15_000);
  await expect(runRootSql(db3, "SELECT 1", { signal: stopping.signal })).rejects.toMatchObject({
    code: "aborted",
  });
});
