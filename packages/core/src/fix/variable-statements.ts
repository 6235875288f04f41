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

/** A change of a variable on one member, as it was planned. */
export interface SettingChange {
  readonly before: VariableSetting;
  readonly target: VariableSetting;
}

/**
 * Where a variable stands between what it was and what it is to be, either way: `between` is what a change that was
 * interrupted leaves. `other` is what neither the change nor its undoing makes, so that somebody else did; null, a
 * server without the variable, counts as that.
 */
export function judgeSetting(
  actual: VariableSetting | null,
  { before, target }: SettingChange,
): "before" | "between" | "target" | "other" {
  if (actual === null) return "other";
  if (isSameSetting(actual, target)) return "target";
  if (isSameSetting(actual, before)) return "before";
  const passed = [...halfway(before, target), ...halfway(target, before)];
  return passed.some((one) => isSameSetting(one, actual)) ? "between" : "other";
}

/** What `variableStatements` make after the first of two, on the way from one setting to another. */
function halfway(from: VariableSetting, to: VariableSetting): readonly VariableSetting[] {
  if (to.persisted === to.running) return [];
  if (to.persisted === null) return [{ running: to.running, persisted: from.persisted }];
  return [{ running: to.persisted, persisted: to.persisted }];
}

function literal(value: string): string {
  return /^\d+$/.test(value) ? value : quoteLiteral(value);
}
