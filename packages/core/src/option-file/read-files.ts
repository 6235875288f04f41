import type { TopFile } from "./file-order";
import {
  type IncludeDirective,
  type OptionEntry,
  type ParsedOptionFile,
  parseOptionFile,
} from "./parse-file";
import type { LineProblem } from "./parse-line";

/** What stands at a path. Texts and names have one character for each byte. */
export type FileSight =
  /** `realPath`: where the symbolic links of the path lead. */
  | { readonly kind: "text"; readonly text: string; readonly realPath: string; readonly isWritable: boolean }
  | { readonly kind: "missing" }
  | { readonly kind: "unreadable" }
  /** Every user may write it: the server passes it by. */
  | { readonly kind: "world-writable" };

/** How option files are read. */
export interface OptionFileReader {
  readonly readFile: (path: string) => Promise<FileSight>;
  /** The names in a folder, in any order; null where it cannot be read. */
  readonly listFolder: (path: string) => Promise<readonly string[] | null>;
}

/** Why the server reads no further in a file. */
export type FileProblem = LineProblem | "folder_unreadable" | "too_many_files";

/** One reading of a file; one that is included twice is read twice. */
export interface FileVisit {
  readonly path: string;
  readonly sight: FileSight;
  readonly parsed: ParsedOptionFile | null;
  readonly problem: { readonly kind: FileProblem; readonly line: number } | null;
}

/** An option with the file that it stands in. */
export interface ReadEntry extends OptionEntry {
  readonly file: string;
}

/** What a server gets from its option files, whatever the group. */
export interface OptionReading {
  /** In the order in which they count: the last one wins. */
  readonly entries: readonly ReadEntry[];
  readonly visits: readonly FileVisit[];
  /** The server does not start with these files: what they set is known up to here. */
  readonly isFatal: boolean;
  /** What was asked for, so that it can be read again with another text in one file. */
  readonly origin: {
    readonly files: readonly TopFile[];
    readonly places: ReadingPlaces;
    readonly folders: ReadonlyMap<string, readonly string[] | null>;
  };
}

/** From where relative names and `~` start. */
export interface ReadingPlaces {
  readonly workingFolder: string;
  readonly home: string | null;
}

const deepestInclude = 10;
/** A folder that includes itself would be read more often than there is time for. */
const mostVisits = 1000;
/** The server passes by a file with a longer name. */
const longestPath = 508;

interface Progress {
  readonly reader: OptionFileReader;
  readonly places: ReadingPlaces;
  readonly entries: ReadEntry[];
  readonly visits: FileVisit[];
  readonly sights: Map<string, Promise<FileSight>>;
  readonly folders: Map<string, readonly string[] | null>;
}

/** Reads option files as the server does, with what they include, in its order. Throws what the reader throws. */
export async function readOptionFiles(
  files: readonly TopFile[],
  reader: OptionFileReader,
  places: ReadingPlaces = { workingFolder: "/", home: null },
): Promise<OptionReading> {
  const progress: Progress = {
    reader,
    places,
    entries: [],
    visits: [],
    sights: new Map(),
    folders: new Map(),
  };
  let isFatal = false;
  for (const { path, isRequired } of files) {
    const { sight, problem } = await visitFile(progress, path, 0);
    const isAbsent = sight.kind === "missing" || sight.kind === "unreadable";
    // An included file that cannot be read to its end does not stop the server; one at the top does.
    isFatal = problem !== null || (isRequired && isAbsent);
    if (isFatal) break;
  }
  const { entries, visits, folders } = progress;
  const isUnknown = visits.some(({ problem }) => problem?.kind === "too_many_files");
  return { entries, visits, isFatal: isFatal || isUnknown, origin: { files, places, folders } };
}

async function visitFile(progress: Progress, name: string, depth: number): Promise<FileVisit> {
  const path = toAbsolute(name, progress.places);
  const { visits, sights } = progress;
  const place = visits.length;
  const keep = (visit: FileVisit): FileVisit => {
    visits[place] = visit;
    return visit;
  };
  const reading = sights.get(path) ?? progress.reader.readFile(path);
  sights.set(path, reading);
  const sight = await reading;
  if (sight.kind !== "text") return keep({ path, sight, parsed: null, problem: null });
  const parsed = parseOptionFile(sight.text);
  keep({ path, sight, parsed, problem: parsed.problem });
  for (const item of parsed.items) {
    if (item.kind === "option") progress.entries.push({ ...item, file: path });
    if (item.kind !== "include" || depth >= deepestInclude) continue;
    const stop = (kind: FileProblem): FileVisit =>
      keep({ path, sight, parsed, problem: { kind, line: item.line.number } });
    const targets = await listTargets(progress, item);
    if (targets === null) return stop("folder_unreadable");
    for (const target of targets) {
      if (visits.length >= mostVisits) return stop("too_many_files");
      if (target.length <= longestPath) await visitFile(progress, target, depth + 1);
    }
  }
  return keep({ path, sight, parsed, problem: parsed.problem });
}

async function listTargets(
  { reader, places, folders }: Progress,
  { of, target }: IncludeDirective,
): Promise<readonly string[] | null> {
  if (of === "file") return [target];
  const folder = toAbsolute(target, places);
  const names = folders.get(folder) ?? (await reader.listFolder(folder));
  folders.set(folder, names);
  if (names === null) return null;
  const sorted = names.filter((name) => name.endsWith(".cnf")).sort();
  return sorted.map((name) => (folder.endsWith("/") ? `${folder}${name}` : `${folder}/${name}`));
}

function toAbsolute(name: string, { workingFolder, home }: ReadingPlaces): string {
  if (name.startsWith("/")) return name;
  if (name.startsWith("~/") && home !== null) return `${home}${name.slice(1)}`;
  return `${workingFolder.replace(/\/$/, "")}/${name}`;
}

/** The same files read again, with another text in the file to which `realPath` leads. Nothing is asked of a disk. */
export function readAgain(reading: OptionReading, realPath: string, text: string): Promise<OptionReading> {
  const { files, places, folders } = reading.origin;
  const sights = new Map(reading.visits.map(({ path, sight }) => [path, sight]));
  const reader: OptionFileReader = {
    readFile: async (path) => {
      const sight = sights.get(path) ?? ({ kind: "missing" } as const);
      return sight.kind === "text" && sight.realPath === realPath ? { ...sight, text } : sight;
    },
    listFolder: async (path) => folders.get(path) ?? null,
  };
  return readOptionFiles(files, reader, places);
}
