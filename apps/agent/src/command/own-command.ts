import { createRequire } from "node:module";
import { isSea } from "node:sea";
import { fileURLToPath, pathToFileURL } from "node:url";
import { commandEnvironment } from "./run-command";

/**
 * The command that runs this agent's own program with other arguments: its executable; in tests the file that was made of its
 * sources, or its source where it runs from that.
 */
export function ownCommand(...args: readonly string[]): readonly string[] {
  if (isSea()) return [process.execPath, ...args];
  if (!import.meta.url.endsWith(".ts")) return [process.execPath, import.meta.url, ...args];
  const loader = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  const entry = fileURLToPath(new URL("../cli/entry.ts", import.meta.url));
  return [process.execPath, "--import", loader, entry, ...args];
}

/** What such a process is given of this one's environment: how much memory and how many threads it may have, and nothing else. */
export function ownEnvironment(): Record<string, string> {
  const { NODE_OPTIONS, UV_THREADPOOL_SIZE, MALLOC_ARENA_MAX } = process.env;
  const given = Object.entries({ NODE_OPTIONS, UV_THREADPOOL_SIZE, MALLOC_ARENA_MAX });
  return {
    ...commandEnvironment,
    ...Object.fromEntries(given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
  };
}
