import type pg from "pg";

interface Stale {
  readonly name: string;
  readonly indexes: readonly string[];
}

/**
 * Builds the indexes anew whose order is that of another release of the server's ICU library, as after an upgrade of
 * PostgreSQL or a move to another machine, and returns the collations that were concerned. Until then a unique index may
 * let a duplicate in and a list may leave entries out. All or nothing. Throws the database's error, for example where
 * there are duplicates already.
 */
export async function refreshCollations(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<Stale>(
    `SELECT format('%I.%I', n.nspname, c.collname) AS name,
            ARRAY(SELECT format('%I.%I', ins.nspname, i.relname)
                  FROM pg_index x
                  JOIN pg_class i ON i.oid = x.indexrelid
                  JOIN pg_namespace ins ON ins.oid = i.relnamespace
                  WHERE c.oid = ANY (x.indcollation) ORDER BY i.relname) AS indexes
     FROM pg_collation c JOIN pg_namespace n ON n.oid = c.collnamespace
     WHERE n.nspname = current_schema() AND c.collversion <> pg_collation_actual_version(c.oid)`,
  );
  if (rows.length === 0) return [];
  await client.query("BEGIN");
  try {
    for (const { name, indexes } of rows) {
      for (const index of indexes) await client.query(`REINDEX INDEX ${index}`);
      await client.query(`ALTER COLLATION ${name} REFRESH VERSION`);
    }
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
  return rows.map((row) => row.name);
}
