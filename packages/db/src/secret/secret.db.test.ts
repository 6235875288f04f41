import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../audit/actor";
import type { Database } from "../database";
import { openTestDatabase, type TestDatabase } from "../testing/open-test-database";
import { loadMasterKey, parseMasterKey } from "./master-key";

const worker = systemActor("worker");
const OTHER_KEY = Buffer.alloc(32, 8).toString("base64");
let opened: TestDatabase;
let database: Database;
let client: pg.Client;

beforeAll(async () => {
  opened = await openTestDatabase();
  database = opened.database;
  client = new pg.Client({ connectionString: opened.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await opened.close();
});

const store = (text: string): Promise<string> =>
  database.transact(worker, (unit) => unit.secrets.create("ssh_credential", text));

describe("a stored secret", () => {
  test("opens to the same text, and is nowhere in the row in clear", async () => {
    const id = await store("tall blue kettle 壶");
    await expect(database.secrets.open(id)).resolves.toBe("tall blue kettle 壶");
    const { rows } = await client.query("SELECT s::text AS row, ciphertext FROM secret s WHERE id = $1", [
      id,
    ]);
    expect(rows[0].row).not.toContain("kettle");
    expect(rows[0].ciphertext.includes(Buffer.from("kettle"))).toBe(false);
  });

  test("differs each time the same text is stored", async () => {
    const ids = [await store("same"), await store("same")];
    const { rows } = await client.query("SELECT DISTINCT nonce, ciphertext FROM secret WHERE id = ANY($1)", [
      ids,
    ]);
    expect(rows).toHaveLength(2);
  });

  test.each([
    [
      "altered",
      "UPDATE secret SET ciphertext = set_byte(ciphertext, 0, get_byte(ciphertext, 0) # 1) WHERE id = $1",
    ],
    ["given another purpose", "UPDATE secret SET purpose = 'certificate_key' WHERE id = $1"],
    ["with another tag", "UPDATE secret SET tag = set_byte(tag, 0, get_byte(tag, 0) # 1) WHERE id = $1"],
  ])("does not open when %s", async (_, sql) => {
    const id = await store("text");
    await client.query(sql, [id]);
    await expect(database.secrets.open(id)).rejects.toMatchObject({
      code: "damaged_secret",
      retryable: false,
    });
  });

  test("does not open in another secret's row", async () => {
    const [from, to] = [await store("first"), await store("second")];
    await client.query(
      "UPDATE secret t SET nonce = f.nonce, ciphertext = f.ciphertext, tag = f.tag FROM secret f WHERE t.id = $1 AND f.id = $2",
      [to, from],
    );
    await expect(database.secrets.open(to)).rejects.toMatchObject({ code: "damaged_secret" });
  });

  test("that does not exist is reported as such", async () => {
    await expect(database.secrets.open(OTHER_ID)).rejects.toMatchObject({ code: "not_found" });
  });
});

const OTHER_ID = "0198f3f0-6d1e-7c3a-9f0e-3b7a5f1c2d4e";

describe("the wrong master key", () => {
  test("is one clear failure: at the check, at reading and at writing", async () => {
    const id = await store("text");
    const other = opened.openAnother({ masterKey: OTHER_KEY });
    const wrong = { code: "wrong_master_key", message: expect.stringMatching(/master key file/) };
    await expect(other.check()).rejects.toMatchObject(wrong);
    await expect(other.secrets.open(id)).rejects.toMatchObject(wrong);
    await expect(
      other.transact(worker, (unit) => unit.secrets.create("ssh_credential", "text")),
    ).rejects.toMatchObject(wrong);
    await expect(database.check()).resolves.toBeUndefined();
  });
});

describe("the master key's file", () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "primacy-key-"));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  test("is made once, readable by its owner only, also by several processes at once", async () => {
    const path = join(directory, "new", "master.key");
    const keys = await Promise.all(Array.from({ length: 5 }, () => loadMasterKey({ path })));
    expect(new Set(keys.map((key) => key.id)).size).toBe(1);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(Buffer.from((await readFile(path, "utf8")).trim(), "base64")).toHaveLength(32);
  });

  test("is closed to other accounts when it was open to them", async () => {
    const path = join(directory, "master.key");
    await writeFile(path, OTHER_KEY);
    await chmod(path, 0o644);
    await loadMasterKey({ path });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  test("gives way to the environment, and is not made then", async () => {
    const path = join(directory, "master.key");
    await expect(loadMasterKey({ text: OTHER_KEY, path })).resolves.toMatchObject({
      id: parseMasterKey(OTHER_KEY).id,
    });
    await expect(stat(path)).rejects.toThrow();
  });

  test.each(["short", "", "!".repeat(44), Buffer.alloc(31).toString("base64")])(
    "is refused with %j in it",
    async (text) => {
      const path = join(directory, "master.key");
      await writeFile(path, text);
      await expect(loadMasterKey({ path })).rejects.toMatchObject({ code: "malformed" });
    },
  );

  test("does not print its key", () => {
    const key = parseMasterKey(OTHER_KEY);
    expect(JSON.stringify(key)).not.toContain(OTHER_KEY);
    expect(parseMasterKey(Buffer.alloc(32, 8).toString("hex")).id).toBe(key.id);
  });
});
