/** A server's version as one number, such as 80404 of `8.4.4-5`: a library bears the one for which it was built. Null where it is none. */
export function toVersionId(version: string): number | null {
  const found = /^(\d+)\.(\d+)\.(\d+)/.exec(version);
  if (found === null) return null;
  const [major = 0, minor = 0, patch = 0] = found.slice(1).map(Number);
  return major * 10_000 + minor * 100 + patch;
}

/**
 * The server's version for which a plugin's library (ELF, 64 bits, little-endian) was built: what the descriptor of its first
 * plugin points at, shifted as the server has it. Null where the file is no such library. Never throws for any bytes.
 */
export function readLibraryVersion(bytes: Uint8Array): number | null {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readVersion(file, bytes);
  } catch (error) {
    // A file that is cut off, or that points beyond its end.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

interface Section {
  readonly type: number;
  readonly offset: number;
  readonly size: number;
  readonly link: number;
}

const dynamicSymbols = 11;
const relocations = 4;
const loadedSegment = 1;
const relativeKind = 8;
const absoluteKind = 1;
const declarations = "_mysql_plugin_declarations_";
/** Where in a descriptor the pointer to what bears the version stands. */
const infoAt = 8;

function readVersion(file: DataView, bytes: Uint8Array): number | null {
  // "\x7fELF", 64 bits, little-endian.
  if (file.getUint32(0) !== 0x7f454c46 || file.getUint16(4) !== 0x0201) return null;
  const sections = listSections(file);
  const symbols = sections.find(({ type }) => type === dynamicSymbols);
  const names = symbols === undefined ? undefined : sections[symbols.link];
  if (symbols === undefined || names === undefined) return null;
  const nameOf = (at: number): string => readName(bytes, names.offset + at);
  let descriptor: number | null = null;
  for (let at = symbols.offset; at < symbols.offset + symbols.size; at += 24)
    if (nameOf(file.getUint32(at, true)) === declarations) descriptor = number64(file, at + 8);
  if (descriptor === null) return null;
  const info = findPointer(file, sections, symbols, descriptor + infoAt);
  const place = info === null ? null : toOffset(file, info);
  return place === null ? null : file.getInt32(place, true) >> 8;
}

/** What the loader puts at an address of the library. */
function findPointer(
  file: DataView,
  sections: readonly Section[],
  symbols: Section,
  address: number,
): number | null {
  for (const { type, offset, size } of sections) {
    if (type !== relocations) continue;
    for (let at = offset; at < offset + size; at += 24) {
      if (number64(file, at) !== address) continue;
      const kind = file.getUint32(at + 8, true);
      const addend = number64(file, at + 16);
      if (kind === relativeKind) return addend;
      if (kind !== absoluteKind) return null;
      return number64(file, symbols.offset + file.getUint32(at + 12, true) * 24 + 8) + addend;
    }
  }
  return null;
}

function listSections(file: DataView): readonly Section[] {
  const start = number64(file, 0x28);
  const [size, count] = [file.getUint16(0x3a, true), file.getUint16(0x3c, true)];
  return Array.from({ length: count }, (_, index): Section => {
    const at = start + index * size;
    return {
      type: file.getUint32(at + 4, true),
      offset: number64(file, at + 24),
      size: number64(file, at + 32),
      link: file.getUint32(at + 40, true),
    };
  });
}

/** Where in the file an address of the library stands; null: nowhere. */
function toOffset(file: DataView, address: number): number | null {
  const start = number64(file, 0x20);
  const [size, count] = [file.getUint16(0x36, true), file.getUint16(0x38, true)];
  for (let index = 0; index < count; index += 1) {
    const at = start + index * size;
    const begin = number64(file, at + 16);
    if (file.getUint32(at, true) !== loadedSegment) continue;
    if (address >= begin && address < begin + number64(file, at + 32))
      return number64(file, at + 8) + address - begin;
  }
  return null;
}

function number64(file: DataView, at: number): number {
  return Number(file.getBigUint64(at, true));
}

function readName(bytes: Uint8Array, at: number): string {
  let name = "";
  for (let index = at; bytes[index] !== undefined && bytes[index] !== 0 && name.length < 64; index += 1)
    name += String.fromCharCode(bytes[index] ?? 0);
  return name;
}
