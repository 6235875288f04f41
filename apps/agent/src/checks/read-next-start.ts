import { message } from "@primacy/contract";
import type { ConfiguredOption, NextStartSetting, NextStartSettings } from "@primacy/contract/agent";
import {
  fromByteText,
  listPlaces,
  listServerGroups,
  type OptionReading,
  type ServerStart,
} from "@primacy/core/option-file";
import { isShownVariable } from "@primacy/core/variables";
import { tellError } from "../message/told-error";
import { MysqlSession, type MysqlSettings } from "../mysql/session";
import { listProcesses } from "./list-processes";
import { findConfigured, findServerStart, readServerFiles } from "./read-configured";
import { listNamedFiles, type ServerFiles } from "./read-variables";

const timeoutMs = 5_000;

/**
 * What the next start of the local server would set these variables to, as its command line and the option files on this
 * host say. `configuredForRoot`: what the files say to root, who may read all of them. Never rejects.
 */
export async function readNextStart(
  settings: MysqlSettings | null,
  configuredForRoot: readonly ConfiguredOption[],
  variables: readonly string[],
): Promise<NextStartSettings> {
  const unknown = (problem: NextStartSettings["problem"]): NextStartSettings => ({
    problem,
    settings: [],
    unread: [],
  });
  if (settings === null) return unknown(message("next_start.no_account"));
  const { length: servers } = await listProcesses(["mysqld"], "/");
  // The files of one are not those of another, and nothing says which process is the one that was asked.
  if (servers !== 1)
    return unknown(message(servers === 0 ? "next_start.no_process" : "next_start.several_servers"));
  try {
    const { version, named } = await askServer(settings);
    const start = await findServerStart();
    const reading = await readServerFiles(start, named);
    return judgeNextStart({ start, version, reading, forRoot: configuredForRoot }, variables);
  } catch (error) {
    return unknown(tellError(error));
  }
}

/** Which release the server is, and the option files that it says it has read. Throws MysqlError. */
async function askServer(
  settings: MysqlSettings,
): Promise<{ readonly version: string | null; readonly named: readonly string[] }> {
  const session = await MysqlSession.open(settings, { timeoutMs, setup: [] });
  const limit = setTimeout(() => session.destroy(), timeoutMs);
  try {
    const [row] = await session.query("SELECT VERSION()");
    const version = row?.[0] ?? null;
    return { version: version === null ? null : String(version), named: await listNamedFiles(session) };
  } finally {
    clearTimeout(limit);
    session.destroy();
  }
}

/** The same of what was read. Variables that are no concern of a console are left out, whoever asks for them. */
export function judgeNextStart(files: ServerFiles, variables: readonly string[]): NextStartSettings {
  const { reading } = files;
  const unread = listUnread(reading);
  const shown = variables.filter(isShownVariable);
  const problem = reading.isFatal ? message("next_start.files_broken") : null;
  const settings = shown.flatMap((variable) => findSetting(files, variable, unread.length > 0) ?? []);
  const isKnownToRoot = readsUsualPlaces(files.start);
  return { problem, settings, unread: isKnownToRoot ? unread.filter((path) => !isUsual(path)) : unread };
}

function findSetting(
  { start, version, reading, forRoot }: ServerFiles,
  variable: string,
  isPartial: boolean,
): NextStartSetting | null {
  const groups = listServerGroups(version, start?.groupSuffix);
  const commandLine = start?.options ?? [];
  const last = listPlaces({ reading, groups, persisted: new Map(), commandLine }, variable).at(-1);
  if (last?.kind === "command-line")
    return { variable, value: fromByteText(last.value), place: "command_line", path: null, line: null };
  const ofRoot = readsUsualPlaces(start) ? findConfigured(forRoot, groups, variable) : null;
  const isOfRoot = ofRoot !== null && (last === undefined || isPartial);
  if (isOfRoot) return { variable, value: ofRoot, place: "file", path: null, line: null };
  if (last?.kind !== "file") return null;
  const { file, line } = last.entry;
  const value = fromByteText(last.value);
  return { variable, value, place: "file", path: fromByteText(file), line: line.number };
}

/** Root reads these places alone. */
function readsUsualPlaces(start: ServerStart | null): boolean {
  return start === null || (!start.readsNone && start.file === null);
}

/** What root read of the usual places, it told whatever this process may read. */
function isUsual(path: string): boolean {
  return path.startsWith("/etc/");
}

/** Files and folders that this process could not read. */
function listUnread({ visits }: OptionReading): string[] {
  const paths = visits.flatMap(({ path, sight, problem }) =>
    sight.kind === "unreadable" || problem?.kind === "folder_unreadable" ? [fromByteText(path)] : [],
  );
  return [...new Set(paths)];
}
