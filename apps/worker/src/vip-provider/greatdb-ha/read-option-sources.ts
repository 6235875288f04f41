import { type Message, message } from "@primacy/contract";
import { isOperableFile, type PluginHost } from "@primacy/contract/agent";
import { listUnseenFiles } from "@primacy/core/greatdb-ha";
import {
  fromByteText,
  listServerGroups,
  listTopFiles,
  type OptionFileReader,
  type OptionSources,
  readOptionFiles,
  type ServerStart,
  toByteText,
} from "@primacy/core/option-file";
import type { OperatorSession } from "../../host-operator/operator-session";
import { StepFailure } from "../../operation/failure";

/** Of which server the option files are. */
export interface SourcesQuestion {
  readonly host: PluginHost;
  readonly version: string;
  /** What SET PERSIST set of the plugin's variables. */
  readonly persisted: ReadonlyMap<string, string>;
  /** The option files from which the server has values, by its own word. */
  readonly namedFiles: readonly string[];
}

/**
 * Reads the option files of a server as root, through the host operator: which they are, its agent has seen. Returns why not where
 * one of them lies where the host operator reads nothing, or the server names one that its agent did not come to: what such a file sets
 * could not be known. Throws `AgentFailure`, and
 * `StepFailure` where the host operator does not answer.
 */
export async function readOptionSources(
  session: OperatorSession,
  { host, version, persisted, namedFiles }: SourcesQuestion,
  signal: AbortSignal,
): Promise<OptionSources | readonly Message[]> {
  const outside = host.files.filter(
    ({ path, realPath, kind }) =>
      kind !== "missing" && kind !== "world-writable" && !isOperableFile(realPath ?? path),
  );
  if (outside.length > 0)
    return outside.map(({ path }) => message("problem.plugin_option_file_outside", { file: path }));
  const unseen = listUnseenFiles(namedFiles, host);
  if (unseen.length > 0) return unseen.map((file) => message("problem.plugin_option_file_unseen", { file }));
  const start = host.server === null ? null : toStart(host.server.start);
  const reading = await readOptionFiles(listTopFiles(start), createReader(session, host, signal));
  return {
    reading,
    groups: listServerGroups(version, start?.groupSuffix),
    persisted,
    commandLine: start?.options ?? [],
  };
}

function createReader(
  session: OperatorSession,
  { files, folders }: PluginHost,
  signal: AbortSignal,
): OptionFileReader {
  return {
    readFile: async (name) => {
      const path = fromByteText(name);
      const seen = files.find((one) => one.path === path);
      if (seen?.kind === "missing" || seen?.kind === "world-writable") return { kind: seen.kind };
      const realPath = seen?.realPath ?? path;
      // A file that its agent did not come to, because it could not read what includes it.
      if (!isOperableFile(realPath)) return { kind: "unreadable" };
      try {
        const file = await session.readFile(realPath, signal);
        if (file === null) return { kind: "missing" };
        const text = toByteText(file.text);
        return { kind: "text", text, realPath: toByteText(realPath), isWritable: true };
      } catch (error) {
        // One that is no text, too large, or not root's own.
        if (error instanceof StepFailure && !error.retryable) return { kind: "unreadable" };
        throw error;
      }
    },
    listFolder: async (name) => {
      const path = fromByteText(name);
      return folders.find((one) => one.path === path)?.names?.map(toByteText) ?? null;
    },
  };
}

function toStart(start: NonNullable<PluginHost["server"]>["start"]): ServerStart {
  const bytes = (text: string | null): string | null => (text === null ? null : toByteText(text));
  return {
    readsNone: start.readsNone,
    file: bytes(start.file),
    extraFile: bytes(start.extraFile),
    groupSuffix: toByteText(start.groupSuffix),
    options: start.options.map(({ name, value }) => ({ name: toByteText(name), value: bytes(value) })),
  };
}
