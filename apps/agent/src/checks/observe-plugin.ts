import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import {
  type PluginHost,
  type PluginHostRequest,
  type PluginLibrary,
  type PluginServer,
  pluginLibraryName,
} from "@primacy/contract/agent";
import { readLibraryVersion, variablePrefix } from "@primacy/core/greatdb-ha";
import { fromByteText, type OptionReading, parseServerStart, toByteText } from "@primacy/core/option-file";
import { CommandError, findCommand, runCommand } from "../command/run-command";
import { listUnmetNeeds } from "../command/unmet-needs";
import { listProcesses } from "./list-processes";
import { observeUnit } from "./observe-unit";
import { readServerFiles } from "./read-configured";

const lddLimitMs = 4_000;
/** GreatSQL's own has less than 2 MB. */
const maxLibraryBytes = 64 * 1024 * 1024;
const netAdmin = 1n << 12n;
const netRaw = 1n << 13n;

/**
 * Looks at the server that would load a VIP plugin: its one process, the option files that it reads and the plugin's library.
 * Nothing is changed. Of several servers none is told apart; what this process may not read is said to be so. Never rejects.
 */
export async function observePlugin(
  { pluginFolder }: PluginHostRequest,
  signal: AbortSignal,
  root = "/",
): Promise<PluginHost> {
  const servers = await listProcesses(["mysqld"], root);
  const [only] = servers;
  const start = only === undefined || servers.length > 1 ? null : parseServerStart(only.args.map(toByteText));
  const [server, library, reading] = await Promise.all([
    only === undefined || start === null ? null : readServer(only.pid, start, root),
    readLibrary(path.join(root, pluginFolder, pluginLibraryName), signal),
    readServerFiles(start, []),
  ]);
  return { serverCount: servers.length, server, library, ...listFiles(reading) };
}

async function readServer(
  pid: number,
  start: ReturnType<typeof parseServerStart>,
  root: string,
): Promise<PluginServer | null> {
  const status = await readFile(path.join(root, "proc", String(pid), "status"), "utf8").catch(() => "");
  const effective = /^CapEff:\s*([0-9a-f]+)$/m.exec(status)?.[1];
  // It ended meanwhile.
  if (effective === undefined) return null;
  const capabilities = BigInt(`0x${effective}`);
  const told = (text: string | null): string | null => (text === null ? null : fromByteText(text));
  return {
    pid,
    hasNetAdmin: (capabilities & netAdmin) !== 0n,
    hasNetRaw: (capabilities & netRaw) !== 0n,
    unit: await observeUnit(pid, root),
    start: {
      readsNone: start.readsNone,
      file: told(start.file),
      extraFile: told(start.extraFile),
      groupSuffix: fromByteText(start.groupSuffix),
      options: start.options
        .filter(({ name }) => name.replaceAll("-", "_").includes(variablePrefix))
        .map(({ name, value }) => ({ name: fromByteText(name), value: told(value) })),
    },
  };
}

async function readLibrary(file: string, signal: AbortSignal): Promise<PluginLibrary> {
  try {
    const bytes = await readFile(file);
    if (bytes.length > maxLibraryBytes) return { kind: "unreadable" };
    return {
      kind: "found",
      sha256: createHash("sha256").update(bytes).digest("hex"),
      serverVersion: readLibraryVersion(bytes),
      missing: await listMissing(file, signal),
    };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    return { kind: code === "ENOENT" || code === "ENOTDIR" ? "missing" : "unreadable" };
  }
}

/** What the host lacks of what it needs; null where it could not tell. Symbols that the server itself brings are no matter here. */
async function listMissing(file: string, signal: AbortSignal): Promise<string[] | null> {
  const ldd = findCommand("ldd");
  if (ldd === null) return null;
  try {
    const printed = await runCommand(ldd, [file], { timeoutMs: lddLimitMs, signal });
    return listUnmetNeeds(printed);
  } catch (error) {
    if (error instanceof CommandError) return null;
    throw error;
  }
}

function listFiles({ visits, origin }: OptionReading): Pick<PluginHost, "files" | "folders"> {
  return {
    files: visits.map(({ path: file, sight }) => ({
      path: fromByteText(file),
      kind: sight.kind,
      realPath: sight.kind === "text" ? fromByteText(sight.realPath) : null,
    })),
    folders: [...origin.folders].map(([folder, names]) => ({
      path: fromByteText(folder),
      names: names === null ? null : names.map(fromByteText),
    })),
  };
}
