import type { OptionFileReader } from "./read-files";

/** Files by their paths, each writable, with no symbolic links. */
export function inMemory(files: Readonly<Record<string, string>>): OptionFileReader {
  return {
    readFile: async (path) => {
      const text = files[path];
      return text === undefined
        ? { kind: "missing" }
        : { kind: "text", text, realPath: path, isWritable: true };
    },
    listFolder: async (path) => {
      const names = Object.keys(files).flatMap((one) =>
        one.startsWith(`${path}/`) ? [one.slice(path.length + 1)] : [],
      );
      return names.length === 0 ? null : names;
    },
  };
}
