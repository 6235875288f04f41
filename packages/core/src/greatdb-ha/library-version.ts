import { type ElfFile, openElf } from "./elf-file";

/** A server's version as one number, such as 80404 of `8.4.4-5`: a library bears the one for which it was built. Null where it is none. */
export function toVersionId(version: string): number | null {
  const found = /^(\d+)\.(\d+)\.(\d+)/.exec(version);
  if (found === null) return null;
  const [major = 0, minor = 0, patch = 0] = found.slice(1).map(Number);
  return major * 10_000 + minor * 100 + patch;
}

/** 80404 as `8.4.4`. */
export function showVersion(id: number): string {
  return `${Math.floor(id / 10_000)}.${Math.floor(id / 100) % 100}.${id % 100}`;
}

/** What a library of plugins exports for the server; without one of them it is no such library. */
export const pluginSymbols = [
  "_mysql_plugin_interface_version_",
  "_mysql_sizeof_struct_st_plugin_",
  "_mysql_plugin_declarations_",
] as const;

/** Where in a descriptor the pointers to what bears the version, and to the plugin's name, stand. */
const infoAt = 8;
const nameAt = 16;

/**
 * The server's version for which a plugin's library (ELF, 64 bits, little-endian) was built: what the descriptor of its first
 * plugin points at, shifted as the server has it. Null where the file is no such library. Never throws for any bytes.
 */
export function readLibraryVersion(bytes: Uint8Array): number | null {
  return unlessBroken(() => {
    const elf = openElf(bytes);
    return elf === null ? null : readVersion(elf);
  });
}

/** The version of an opened library; null where it does not say. Throws RangeError where the file is broken. */
export function readVersion(elf: ElfFile): number | null {
  const info = readDescriptor(elf, infoAt);
  const version = info === null ? null : elf.readInt32(info);
  return version === null ? null : version >> 8;
}

/** The name of its first plugin; null where it does not say. Throws RangeError where the file is broken. */
export function readPluginName(elf: ElfFile): string | null {
  const name = readDescriptor(elf, nameAt);
  return name === null ? null : elf.readText(name);
}

/** What `read` returns, or null for a file that is cut off, or that points beyond its end. */
export function unlessBroken<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function readDescriptor(elf: ElfFile, at: number): number | null {
  const descriptor = elf.findSymbol("_mysql_plugin_declarations_");
  return descriptor === null ? null : elf.findPointer(descriptor + at);
}
