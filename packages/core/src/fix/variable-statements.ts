import type { FixVariable, VariableSetting } from "@primacy/contract";
import { plainSql, quoteLiteral, type SqlStatement } from "../cluster/sql";

/**
 * The statements that give a variable this setting, running and persisted; safe to run twice. The running value is set
 * first where both are set apart, so that a server that dies between them keeps what it would have had.
 */
export function variableStatements(
  variable: FixVariable,
  { running, persisted }: VariableSetting,
): readonly SqlStatement[] {
  if (persisted === running) return [plainSql(`SET PERSIST ${variable} = ${literal(running)}`)];
  if (persisted === null)
    return [
      plainSql(`SET GLOBAL ${variable} = ${literal(running)}`),
      plainSql(`RESET PERSIST IF EXISTS ${variable}`),
    ];
  return [
    plainSql(`SET PERSIST ${variable} = ${literal(persisted)}`),
    plainSql(`SET GLOBAL ${variable} = ${literal(running)}`),
  ];
}

/** True when both say the same of now and of after a restart. */
export function isSameSetting(a: VariableSetting, b: VariableSetting): boolean {
  return a.running === b.running && a.persisted === b.persisted;
}

function literal(value: string): string {
  return /^\d+$/.test(value) ? value : quoteLiteral(value);
}
