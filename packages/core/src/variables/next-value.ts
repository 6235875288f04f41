import type { NextValue } from "@primacy/contract";
import type { ShownVariable } from "./catalogue";
import type { RunningVariable, ServerVariables } from "./member-reading";
import { isSameSetting, isSameValue } from "./same-value";

/**
 * What the next start of a server gives a variable: what SET PERSIST keeps counts most, then the command line, then the
 * option files. `builtIn`: the value that this version has where nothing sets it; null where it is not known.
 */
export function findNextValue(
  variable: ShownVariable,
  { persisted, host }: Pick<ServerVariables, "persisted" | "host">,
  builtIn: string | null,
): NextValue {
  if (variable.isFact === true) return { kind: "none" };
  const kept = persisted.get(variable.name);
  if (kept !== undefined) return { kind: "set", value: kept, place: "persisted", path: null, line: null };
  if (host.problem !== null) return { kind: "unknown" };
  const set = host.settings.get(variable.name);
  if (set !== undefined) return { kind: "set", ...set };
  return host.unread.length > 0 ? { kind: "unknown" } : { kind: "default", value: builtIn };
}

/**
 * Whether the next start gives another value than the one that runs. What runs and is neither set for a start nor built in
 * is lost by one. A variable that the server sets by itself never drifts.
 */
export function isDrift(
  variable: ShownVariable,
  { value, source, range }: Pick<RunningVariable, "value" | "source" | "range">,
  next: NextValue,
): boolean {
  if (variable.isSetByServer === true || variable.isGivenOtherwise === true) return false;
  if (next.kind === "set") return !isSameSetting(value, next.value, variable, range);
  if (next.kind !== "default") return false;
  return next.value === null ? source !== "compiled" : !isSameValue(value, next.value, variable);
}
