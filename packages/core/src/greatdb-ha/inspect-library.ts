import { type ProblemDetail, problemDetail } from "@primacy/contract";
import { type ElfFile, openElf, sharedType, x8664 } from "./elf-file";
import { pluginSymbols, readPluginName, readVersion, unlessBroken } from "./library-version";

/** What a file is: the plugin's library, or every reason why it is none. */
export type InspectedLibrary =
  | {
      readonly kind: "library";
      /** The server's version for which it was built, such as 80404; null where it does not say. */
      readonly serverVersion: number | null;
    }
  | { readonly kind: "unfit"; readonly reasons: readonly ProblemDetail[] };

/** The name by which a server knows the plugin. */
const pluginName = "greatdb_ha";

/**
 * Reads whether a file is a library of the plugin greatdb_ha for Linux on x86-64, without running any of it. `path` is where the file
 * stands in the body that brought it. Never throws for any bytes.
 */
export function inspectLibrary(bytes: Uint8Array, path: string): InspectedLibrary {
  const unfit = (...reasons: readonly ProblemDetail[]): InspectedLibrary => ({ kind: "unfit", reasons });
  const elf = openElf(bytes);
  if (elf === null) return unfit(problemDetail(path, "library_not_elf"));
  const reasons = [
    ...(elf.type === sharedType ? [] : [problemDetail(path, "library_not_shared")]),
    ...(elf.machine === x8664 ? [] : [problemDetail(path, "library_machine")]),
    ...judgePlugin(elf, bytes, path),
  ];
  if (reasons.length > 0) return unfit(...reasons);
  return { kind: "library", serverVersion: unlessBroken(() => readVersion(elf)) };
}

function judgePlugin(elf: ElfFile, bytes: Uint8Array, path: string): readonly ProblemDetail[] {
  const missing = pluginSymbols.filter((name) => unlessBroken(() => elf.findSymbol(name)) === null);
  if (missing.length > 0) return [problemDetail(path, "library_no_plugin", { symbols: missing.join(", ") })];
  const name = unlessBroken(() => readPluginName(elf));
  // One that makes its descriptor as it is loaded has its name somewhere all the same; whether it is its own, the server finds out.
  if (name === null) return hasName(bytes) ? [] : [problemDetail(path, "library_nameless")];
  return name.toLowerCase() === pluginName ? [] : [problemDetail(path, "library_other_plugin", { name })];
}

function hasName(bytes: Uint8Array): boolean {
  const codes = [...pluginName].map((character) => character.charCodeAt(0));
  const [first = 0] = codes;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1))
    if (codes.every((code, index) => bytes[at + index] === code)) return true;
  return false;
}
