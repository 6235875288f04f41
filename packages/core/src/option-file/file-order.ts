/** How a server was started, as far as it decides what it reads. */
export interface ServerStart {
  /** `--no-defaults`: no option file is read. */
  readonly readsNone: boolean;
  /** `--defaults-file`: this one alone is read. */
  readonly file: string | null;
  /** `--defaults-extra-file`: read after the global files. */
  readonly extraFile: string | null;
  readonly groupSuffix: string;
  /** What the command line sets; it counts for more than every file but `mysqld-auto.cnf`. */
  readonly options: readonly { readonly name: string; readonly value: string | null }[];
}

/** Where the server looks besides its fixed places. */
export interface FilePlaces {
  /** The folder that was built in; null where none was. */
  readonly builtIn: string | null;
  /** `MYSQL_HOME` of the server's environment. */
  readonly mysqlHome: string | null;
  /** The home folder of the server's user. */
  readonly home: string | null;
}

/** Where a server looks of which nothing is known but that it has MySQL's usual build. */
export const usualPlaces: FilePlaces = { builtIn: "/usr/etc", mysqlHome: null, home: null };

/** An option file that the server looks for by itself. */
export interface TopFile {
  readonly path: string;
  /** The server does not start without it. */
  readonly isRequired: boolean;
}

/** The option files that a server looks for, in its order: what a later one says counts. A folder named twice is read last. */
export function listTopFiles(
  start: ServerStart | null,
  places: FilePlaces = usualPlaces,
): readonly TopFile[] {
  if (start?.readsNone === true) return [];
  if (start !== null && start.file !== null) return [{ path: start.file, isRequired: true }];
  const folders = ["/etc", "/etc/mysql", places.builtIn, places.mysqlHome].flatMap((one) =>
    one === null || one === "" ? [] : [one.replace(/(?<=.)\/+$/, "")],
  );
  const global = folders.filter((one, index) => folders.lastIndexOf(one) === index);
  const extra = start?.extraFile ?? null;
  return [
    ...global.map((folder) => ({ path: `${folder === "/" ? "" : folder}/my.cnf`, isRequired: false })),
    ...(extra === null ? [] : [{ path: extra, isRequired: true }]),
    ...(places.home === null ? [] : [{ path: `${places.home}/.my.cnf`, isRequired: false }]),
  ];
}

/**
 * Reads the arguments of a server's process, its name first. The options about files count only before all others, as with
 * the server. What is no option (a value that stands alone) is left out.
 */
export function parseServerStart(args: readonly string[]): ServerStart {
  const [first, ...rest] = args.slice(1);
  const readsNone = first === "--no-defaults";
  let [file, extraFile, groupSuffix]: [string | null, string | null, string | null] = [null, null, null];
  const remaining = readsNone || first === undefined ? [...rest] : [first, ...rest];
  for (let argument = remaining[0]; argument !== undefined; argument = remaining[0]) {
    const [, option = "", value = ""] =
      /^--(defaults-file|defaults-extra-file|defaults-group-suffix|login-path)=([\s\S]*)$/.exec(argument) ??
      [];
    if (option === "defaults-file" && file === null) file = value;
    else if (option === "defaults-extra-file" && extraFile === null) extraFile = value;
    else if (option === "defaults-group-suffix" && groupSuffix === null) groupSuffix = value;
    else if (option !== "login-path") break;
    remaining.shift();
  }
  return {
    readsNone,
    ...{ file: readsNone ? null : file, extraFile: readsNone ? null : extraFile },
    groupSuffix: groupSuffix ?? "",
    options: remaining.flatMap((argument) => {
      const found = /^--([^=]+)(?:=([\s\S]*))?$/.exec(argument);
      return found?.[1] === undefined ? [] : [{ name: found[1], value: found[2] ?? null }];
    }),
  };
}

/** What `mysqld --verbose --help` says it reads; null where the text does not say. Folders in `~` stay as they are. */
export function parseHelp(
  text: string,
): { readonly files: readonly string[]; readonly groups: readonly string[] } | null {
  const files = /^Default options are read from the following files in the given order:\r?\n(.*)$/m.exec(
    text,
  );
  const groups = /^The following groups are read: (.*)$/m.exec(text);
  if (files?.[1] === undefined || groups?.[1] === undefined) return null;
  const split = (list: string): string[] => list.split(/\s+/).filter((one) => one !== "");
  return { files: split(files[1]), groups: split(groups[1]) };
}
