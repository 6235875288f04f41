import { isSea } from "node:sea";
import { commandEnvironment } from "./run-command";

/**
 * The command that runs this agent's own program with other arguments: its executable, or in tests the file that was made of its sources.
 * Throws where it runs from the sources themselves.
 */
export function ownCommand(...args: readonly string[]): readonly string[] {
  if (isSea()) return [process.execPath, ...args];
  if (import.meta.url.endsWith(".ts"))
    throw new Error("Sources are no program: name one that was made of them.");
  return [process.execPath, import.meta.url, ...args];
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
