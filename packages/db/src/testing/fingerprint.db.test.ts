import pg from "pg";
import { expect, test } from "vitest";
import { systemActor } from "../audit/actor";
import { fingerprintTables } from "./fingerprint";
import { openTestDatabase } from "./open-test-database";
import { must } from "./samples";

test("tells of a session that has ended, and not of one that was used", async () => {
  const { database, url, close } = await openTestDatabase();
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    const system = systemActor("test");
    const ada = await database
      .transact(system, (unit) =>
        unit.users.createFirst({ name: "ada", password: "tall blue kettle", locale: "en" }),
      )
      .then(must);
    await database.transact(system, (unit) =>
      unit.sessions.create({ userId: ada.id, address: "192.0.2.1", userAgent: "test", ttlSeconds: 3_600 }),
    );
    const before = await fingerprintTables(url);
    await client.query(
      "UPDATE session SET last_seen_at = now() + interval '1 minute', expires_at = now() + interval '1 day', updated_at = now() + interval '1 minute'",
    );
    expect(await fingerprintTables(url)).toEqual(before);
    await client.query("UPDATE session SET ended_at = now()");
    expect((await fingerprintTables(url)).session).not.toBe(before.session);
    await client.query("UPDATE user_account SET updated_at = now() + interval '1 minute'");
    expect((await fingerprintTables(url)).user_account).not.toBe(before.user_account);
  } finally {
    await client.end();
    await close();
  }
});
