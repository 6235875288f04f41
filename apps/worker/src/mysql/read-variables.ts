import { z } from "zod";
import type { QueryOptions, ServerConnection } from "./connect-server";

const text = z
  .union([z.string(), z.number(), z.null()])
  .transform((value) => (value === null ? null : String(value)));
const VariableRow = z.object({ name: z.string(), value: text });

/** Reads global variables by name; one that the server lacks is absent. No privilege is needed for it. */
export async function readVariables(
  connection: ServerConnection,
  names: readonly string[],
  options: QueryOptions,
): Promise<Readonly<Record<string, string>>> {
  const rows = await connection.query(
    "SELECT VARIABLE_NAME AS name, VARIABLE_VALUE AS value FROM performance_schema.global_variables" +
      ` WHERE VARIABLE_NAME IN (${names.map(() => "?").join(", ")})`,
    { ...options, values: names },
  );
  return Object.fromEntries(
    rows.flatMap((row) => {
      const { name, value } = VariableRow.parse(row);
      return value === null ? [] : [[name, value] as const];
    }),
  );
}
