const mostLines = 8;
const stackFrame = /^\s+at /;
const notable = ["warn", "error", "fatal"];

/**
 * The last things that a process said, for people: plain lines without stack frames, and of structured lines the
 * warnings and errors as one sentence each.
 */
export function readableLines(lines: readonly string[]): string[] {
  return lines
    .flatMap((line) => {
      if (line.trim() === "" || stackFrame.test(line)) return [];
      if (!line.startsWith("{")) return [line];
      return parseEntry(line);
    })
    .slice(-mostLines);
}

function parseEntry(line: string): string[] {
  let entry: unknown;
  try {
    entry = JSON.parse(line);
  } catch {
    return [line];
  }
  if (typeof entry !== "object" || entry === null || !("level" in entry)) return [line];
  if (!notable.some((level) => level === entry.level)) return [];
  const parts = [getText(entry, "msg"), "err" in entry ? getText(entry.err, "message") : null];
  return [parts.filter((part) => part !== null).join(": ")];
}

function getText(from: unknown, name: string): string | null {
  if (typeof from !== "object" || from === null) return null;
  const value: unknown = Reflect.get(from, name);
  return typeof value === "string" && value !== "" ? value : null;
}
