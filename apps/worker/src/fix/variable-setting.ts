import type { FixVariable, VariableSetting } from "@primacy/contract";
import { isSameSetting, variableStatements } from "@primacy/core/fix";
import { z } from "zod";
import type { ServerConnection } from "../mysql/connect-server";
import { readVariables } from "../mysql/read-variables";

const PersistedRow = z.object({ name: z.string(), value: z.coerce.string() });

/** What a server has these variables set to, running and persisted; one that it lacks is absent. Throws `MysqlFailure`. */
export async function readSettings<V extends FixVariable>(
  connection: ServerConnection,
  variables: readonly V[],
  signal: AbortSignal,
): Promise<Partial<Record<FixVariable, VariableSetting>>> {
  const running = await readVariables(connection, variables, { signal });
  const rows = await connection.query(
    "SELECT VARIABLE_NAME AS name, VARIABLE_VALUE AS value FROM performance_schema.persisted_variables" +
      ` WHERE VARIABLE_NAME IN (${variables.map(() => "?").join(", ")})`,
    { signal, values: variables },
  );
  const persisted = new Map(
    rows.map((row) => PersistedRow.parse(row)).map(({ name, value }) => [name, value]),
  );
  const settings: Partial<Record<FixVariable, VariableSetting>> = {};
  for (const variable of variables) {
    const value = running[variable];
    if (value !== undefined)
      settings[variable] = { running: value, persisted: persisted.get(variable) ?? null };
  }
  return settings;
}

/** Gives one variable a setting unless it has it, and tells what it has then. Throws `MysqlFailure`. */
export async function putSetting(
  connection: ServerConnection,
  variable: FixVariable,
  wanted: VariableSetting,
  signal: AbortSignal,
): Promise<VariableSetting | null> {
  const before = (await readSettings(connection, [variable], signal))[variable] ?? null;
  if (before !== null && isSameSetting(before, wanted)) return before;
  await connection.run(variableStatements(variable, wanted), { signal });
  return (await readSettings(connection, [variable], signal))[variable] ?? null;
}
