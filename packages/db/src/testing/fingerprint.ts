import pg from "pg";

/** Once a minute a session is noted as used, by whatever is asked with it: that is no change of what it may do, nor its end. */
const usedSession = ["last_seen_at", "expires_at", "updated_at"];

/**
 * How many rows each table has, and a checksum of them all: two that are equal were taken of the same rows. Small tables
 * only, for it reads them whole. When a session was last used does not count.
 */
export async function fingerprintTables(url: string): Promise<Readonly<Record<string, string>>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1",
    );
    const each = tables.map(
      ({ name }) =>
        `SELECT '${name}' AS name, count(*) || ' ' || coalesce(md5(string_agg(${rowOf(name)}, E'\\n' ORDER BY ${rowOf(name)})), '') AS mark FROM ${name} t`,
    );
    const { rows } = await client.query<{ name: string; mark: string }>(each.join(" UNION ALL "));
    return Object.fromEntries(rows.map(({ name, mark }) => [name, mark]));
  } finally {
    await client.end();
  }
}

function rowOf(table: string): string {
  return table === "session" ? `(to_jsonb(t) - '{${usedSession.join(",")}}'::text[])::text` : "t::text";
}
