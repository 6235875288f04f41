/** A file of the form ELF (64 bits, little-endian) as far as it was asked for. Addresses are those within the file once it is loaded. */
export interface ElfFile {
  /** 3: a shared library. */
  readonly type: number;
  /** 62: x86-64. */
  readonly machine: number;
  /** The address of what it exports by that name; null: it does not. */
  findSymbol(name: string): number | null;
  /** What the loader puts at an address; null where no relocation says so. */
  findPointer(address: number): number | null;
  readInt32(address: number): number | null;
  /** The text up to its end, of 64 characters at most. */
  readText(address: number): string | null;
}

/** Shared libraries for Linux. */
export const sharedType = 3;
export const x8664 = 62;

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
/** A library has some 40 sections and two tables of relocations: what has far more is read no further. */
const mostSections = 200;
const mostTables = 4;

/** Reads a file; null where it is none of that form. Asked of a broken file, a method throws RangeError. */
export function openElf(bytes: Uint8Array): ElfFile | null {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // "\x7fELF", 64 bits, little-endian.
  if (bytes.length < 64 || file.getUint32(0) !== 0x7f454c46 || file.getUint16(4) !== 0x0201) return null;
  const sections = (): readonly Section[] => listSections(file);
  return {
    type: file.getUint16(0x10, true),
    machine: file.getUint16(0x12, true),
    findSymbol: (name) => findSymbol(file, bytes, sections(), name),
    findPointer: (address) => findPointer(file, sections(), address),
    readInt32(address) {
      const place = toOffset(file, address);
      return place === null ? null : file.getInt32(place, true);
    },
    readText(address) {
      const place = toOffset(file, address);
      return place === null ? null : readName(bytes, place);
    },
  };
}

function findSymbol(
  file: DataView,
  bytes: Uint8Array,
  sections: readonly Section[],
  name: string,
): number | null {
  const symbols = sections.find(({ type }) => type === dynamicSymbols);
  const names = symbols === undefined ? undefined : sections[symbols.link];
  if (symbols === undefined || names === undefined) return null;
  for (let at = symbols.offset; at < symbols.offset + symbols.size; at += 24) {
    const isDefined = file.getUint16(at + 6, true) !== 0;
    if (isDefined && readName(bytes, names.offset + file.getUint32(at, true)) === name)
      return number64(file, at + 8);
  }
  return null;
}

function findPointer(file: DataView, sections: readonly Section[], address: number): number | null {
  const symbols = sections.find(({ type }) => type === dynamicSymbols);
  for (const { offset, size } of sections.filter(({ type }) => type === relocations).slice(0, mostTables)) {
    for (let at = offset; at < offset + size; at += 24) {
      if (number64(file, at) !== address) continue;
      const kind = file.getUint32(at + 8, true);
      const addend = number64(file, at + 16);
      if (kind === relativeKind) return addend;
      if (kind !== absoluteKind || symbols === undefined) return null;
      return number64(file, symbols.offset + file.getUint32(at + 12, true) * 24 + 8) + addend;
    }
  }
  return null;
}

function listSections(file: DataView): readonly Section[] {
  const start = number64(file, 0x28);
  const [size, count] = [file.getUint16(0x3a, true), file.getUint16(0x3c, true)];
  return Array.from({ length: Math.min(count, mostSections) }, (_, index): Section => {
    const at = start + index * size;
    return {
      type: file.getUint32(at + 4, true),
      offset: number64(file, at + 24),
      size: number64(file, at + 32),
      link: file.getUint32(at + 40, true),
    };
  });
}

/** Where in the file an address stands; null: nowhere. */
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
