import type { ServerStart } from "./file-order";
import { isReadGroup } from "./groups";
import { matchOption } from "./option-name";
import type { OptionReading, ReadEntry } from "./read-files";

/** A place that sets a variable. */
export type OptionPlace =
  | { readonly kind: "file"; readonly value: string; readonly entry: ReadEntry }
  | { readonly kind: "persisted"; readonly value: string }
  | { readonly kind: "command-line"; readonly value: string };

/** All that decides what a server sets a variable to. */
export interface OptionSources {
  readonly reading: OptionReading;
  /** The groups that the server reads. */
  readonly groups: readonly string[];
  /** What `mysqld-auto.cnf` sets: the server takes it after all else, so that it counts most. */
  readonly persisted: ReadonlyMap<string, string>;
  /** What the server's command line sets: it counts for more than the files. */
  readonly commandLine: ServerStart["options"];
}

/** Every place that sets a variable, in the order in which they count: the last one wins. */
export function listPlaces(
  { reading, groups, persisted, commandLine }: OptionSources,
  variable: string,
): readonly OptionPlace[] {
  const inFiles = reading.entries.flatMap((entry): OptionPlace[] => {
    const match = isReadGroup(entry.group, groups) ? matchOption(entry.name, entry.value, variable) : null;
    return match === null ? [] : [{ kind: "file", value: match.value, entry }];
  });
  const kept = persisted.get(variable.replaceAll("-", "_"));
  const given = commandLine.flatMap(({ name, value }): OptionPlace[] => {
    const match = matchOption(name, value, variable);
    return match === null ? [] : [{ kind: "command-line", value: match.value }];
  });
  return [...inFiles, ...given, ...(kept === undefined ? [] : [{ kind: "persisted", value: kept } as const])];
}

/** What the option files set a variable to, for a server that reads these groups; null where none names it. */
export function findFileValue(
  reading: OptionReading,
  groups: readonly string[],
  variable: string,
): string | null {
  return (
    listPlaces({ reading, groups, persisted: new Map(), commandLine: [] }, variable).at(-1)?.value ?? null
  );
}
