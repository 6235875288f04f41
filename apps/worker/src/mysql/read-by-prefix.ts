import { z } from "zod";
import type { QueryOptions, ServerConnection } from "./connect-server";

const VariableRow = z.object({ name: z.string(), value: z.string().nullable() });

/**
 * The variables whose names begin so, by their full names, from one of the server's tables of them; one that is NULL is an empty text.
 * Throws `MysqlFailure`.
 */
export async function readByPrefix(
  connection: ServerConnection,
  table: "global_variables" | "persisted_variables",
  prefix: string,
  options: QueryOptions,
): Promise<Readonly<Record<string, string>>> {
  const rows = await connection.query(
    `SELECT VARIABLE_NAME AS name, VARIABLE_VALUE AS value FROM performance_schema.${table}` +
      ` WHERE LEFT(VARIABLE_NAME, ${prefix.length}) = ?`,
    { ...options, values: [prefix] },
  );
  return Object.fromEntries(
    rows.map((row) => {
      const { name, value } = VariableRow.parse(row);
      return [name, value ?? ""] as const;
    }),
  );
}
