import type { ConfiguredOption } from "@primacy/contract/agent";
import {
  fromByteText,
  isReadGroup,
  listTopFiles,
  matchOption,
  type OptionReading,
  parseServerStart,
  readOptionFiles,
  type ServerStart,
  toByteText,
} from "@primacy/core/option-file";
import { shownVariables } from "@primacy/core/variables";
import { listProcesses } from "./list-processes";
import { optionFileReader } from "./option-file-reader";

/** What they will be after a restart decides whether a server that comes back alone is writable. */
export const restartVariables = [
  "super_read_only",
  "group_replication_start_on_boot",
  "group_replication_bootstrap_group",
] as const;

/** How the groups begin that a server of some release, with some group suffix, reads. */
const serverGroup = /^(mysqld|server)/i;

/**
 * What the option files at their usual places give the variables that a console shows, in the order in which they count,
 * for every release: of each group the last line alone. Never rejects.
 */
export async function readConfigured(): Promise<ConfiguredOption[]> {
  return listConfigured(await readServerFiles(null, []));
}

/** The lines of a reading that set a variable that a console shows: of each group the last one. */
export function listConfigured({ entries }: OptionReading): ConfiguredOption[] {
  const found = entries.flatMap(({ group, name, value }) =>
    shownVariables.flatMap((variable): ConfiguredOption[] => {
      const match = serverGroup.test(group) ? matchOption(name, value, variable) : null;
      return match === null ? [] : [{ variable, group, value: fromByteText(match.value) }];
    }),
  );
  const keyOf = ({ variable, group }: ConfiguredOption): string =>
    `${variable} ${group.trimEnd().toLowerCase()}`;
  const keys = found.map(keyOf);
  return found.filter((_one, index) => keys.lastIndexOf(keys[index] ?? "") === index);
}

/** What these lines give a server that reads these groups; null where none sets the variable. */
export function findConfigured(
  options: readonly ConfiguredOption[],
  groups: readonly string[],
  variable: string,
): string | null {
  return (
    options.findLast((one) => one.variable === variable && isReadGroup(one.group, groups))?.value ?? null
  );
}

/**
 * The option files that a server reads that was started this way (null: at the usual places), and after them those of
 * `more` that were not among them. What cannot be read is said to be so in its visit. Never rejects.
 */
export async function readServerFiles(
  start: ServerStart | null,
  more: readonly string[],
): Promise<OptionReading> {
  // A file that this process cannot see may well be one that the server, which runs, could read.
  const files = listTopFiles(start).map(({ path }) => ({ path, isRequired: false }));
  const reading = await readOptionFiles(files, optionFileReader);
  const read = new Set(
    reading.visits.flatMap(({ path, sight }) => [path, ...(sight.kind === "text" ? [sight.realPath] : [])]),
  );
  const left = more.map(toByteText).filter((path) => !read.has(path));
  if (left.length === 0) return reading;
  const all = [...files, ...left.map((path) => ({ path, isRequired: false }))];
  return readOptionFiles(all, optionFileReader);
}

/** How this host's server was started; null where none runs, or more than one. Never rejects. */
export async function findServerStart(root = "/"): Promise<ServerStart | null> {
  const servers = await listProcesses(["mysqld"], root);
  const [only] = servers;
  return only === undefined || servers.length > 1 ? null : parseServerStart(only.args.map(toByteText));
}
