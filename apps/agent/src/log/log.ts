import { appendFile, rename, stat } from "node:fs/promises";

/** What happened, as a fixed message; the facts go into fields. Secrets never do. */
export interface Log {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** Resolves when everything logged so far is written, or could not be. */
  flush(): Promise<void>;
}

/** Facts of a line: texts, numbers, flags, lists of them. Anything else is written as JSON. */
export type LogFields = Readonly<Record<string, unknown>>;

type Level = "info" | "warn" | "error";

const maxFileBytes = 4 * 1024 * 1024;
const maxWaitingLines = 1000;

/**
 * A log of JSON lines in a file, with one older file beside it. A disk that is full or gone costs lines,
 * never the agent.
 */
export function createFileLog(file: string): Log {
  let waiting: string[] = [];
  let writing: Promise<void> | null = null;
  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const lines = waiting;
      waiting = [];
      try {
        await rotate(file);
        await appendFile(file, lines.join(""), { mode: 0o600 });
      } catch {
        // There is nowhere to say so.
      }
    }
    writing = null;
  };
  const put = (level: Level, message: string, fields: LogFields = {}): void => {
    if (waiting.length < maxWaitingLines) {
      waiting.push(formatLine(level, message, fields));
    }
    writing ??= writeAll();
  };
  return {
    info: (message, fields) => put("info", message, fields),
    warn: (message, fields) => put("warn", message, fields),
    error: (message, fields) => put("error", message, fields),
    flush: () => writing ?? Promise.resolve(),
  };
}

/** A log that keeps nothing. */
export const silentLog: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  flush: async () => undefined,
};

function formatLine(level: Level, message: string, fields: LogFields): string {
  const at = new Date().toISOString();
  const monotonicMs = Math.round(Number(process.hrtime.bigint()) / 1e6);
  return `${JSON.stringify({ at, monotonicMs, level, message, ...fields })}\n`;
}

async function rotate(file: string): Promise<void> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size > maxFileBytes) {
    await rename(file, `${file}.1`);
  }
}
