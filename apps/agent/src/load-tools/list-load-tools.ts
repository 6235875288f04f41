import { readdir, realpath } from "node:fs/promises";
import path from "node:path";
import { LoadToolName, type LoadTools, ProxyProgramName, type ProxyPrograms } from "@primacy/contract/agent";
import { CommandError, commandFolders, findCommand, runCommandFully } from "../command/run-command";
import { isRootsOwn } from "../host-operator/acts/roots-own";
import { namesOf, readFirstLine, readVersion, type ToolName, versionArgs } from "./read-version";

/** Where tools are looked for, and which of them may be run. */
export interface ToolPlaces {
  readonly folders: readonly string[];
  readonly isTrusted: (realPath: string) => Promise<boolean>;
}

/** What is built on the host comes before what is packaged, as in a shell. The agent has a password that a stranger's program could read. */
export const hostPlaces: ToolPlaces = {
  folders: ["/usr/local/sbin", "/usr/local/bin", ...commandFolders],
  isTrusted: isRootsOwn,
};

const versionLimitMs = 4_000;
/** What the other scripts have in common; it is no test by itself. */
const sharedScript = "oltp_common";

/** Looks for each tool and asks it for its version, as the agent's own user and for 4 s at most. Never rejects for a tool. */
export async function listLoadTools(signal: AbortSignal, places = hostPlaces): Promise<LoadTools> {
  const tools = await Promise.all(LoadToolName.options.map((tool) => readTool(tool, signal, places)));
  const sysbench = tools.find(({ tool }) => tool === "sysbench")?.path ?? null;
  return { tools, scripts: sysbench === null ? [] : await listScripts(sysbench) };
}

/** Looks in the same way for the programs that proxies are made of. */
export async function listProxyPrograms(signal: AbortSignal, places = hostPlaces): Promise<ProxyPrograms> {
  const programs = await Promise.all(
    ProxyProgramName.options.map(async (program) => {
      const { path: found, version, said } = await readTool(program, signal, places);
      return { program, path: found, version, said };
    }),
  );
  return { programs };
}

interface FoundTool<T extends ToolName> {
  readonly tool: T;
  readonly path: string | null;
  readonly version: string | null;
  readonly said: string | null;
  readonly isTrusted: boolean;
}

async function readTool<T extends ToolName>(
  tool: T,
  signal: AbortSignal,
  places: ToolPlaces,
): Promise<FoundTool<T>> {
  const found = findAny(tool, places.folders);
  const unread = { tool, path: found, version: null, said: null, isTrusted: true };
  if (found === null) return unread;
  if (!(await isTrusted(found, places))) return { ...unread, isTrusted: false };
  const printed = await tellVersion(found, tool, signal);
  const version = readVersion(tool, printed);
  return { ...unread, version, said: version === null ? readFirstLine(printed) : null };
}

/** By the first of its names that the host has. */
function findAny(tool: ToolName, folders: readonly string[]): string | null {
  for (const name of namesOf(tool)) {
    const found = findCommand(name, folders);
    if (found !== null) return found;
  }
  return null;
}

/** What it prints, on both channels where it has nothing for the first: Keepalived tells its version on the second. */
async function tellVersion(found: string, tool: ToolName, signal: AbortSignal): Promise<string> {
  try {
    const { stdout, stderr } = await runCommandFully(found, versionArgs(tool), {
      timeoutMs: versionLimitMs,
      signal,
    });
    return stdout.trim() === "" ? stderr : stdout;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return `${error.stdout}\n${error.stderr}`;
  }
}

async function isTrusted(found: string, places: ToolPlaces): Promise<boolean> {
  return realpath(found).then(places.isTrusted, () => false);
}

/** They lie beside the program, below `share` of where it was installed to. */
async function listScripts(sysbench: string): Promise<string[]> {
  const installed = new Set(
    [sysbench, await realpath(sysbench)].map((file) => path.dirname(path.dirname(file))),
  );
  const names = await Promise.all(
    [...installed].map((folder) => readdir(path.join(folder, "share/sysbench")).catch(() => [])),
  );
  const scripts = names.flat().filter((name) => name.endsWith(".lua"));
  return [...new Set(scripts.map((name) => path.basename(name, ".lua")))]
    .filter((name) => name !== sharedScript)
    .sort();
}
