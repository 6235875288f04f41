/** Of <elf.h>: kinds of sections and of relocations (x86-64). */
const SECTION = { relocations: 4, empty: 8, symbols: 11 } as const;
const RELOCATION = { symbol: 1, relative: 8 } as const;
const SYMBOL_BYTES = 24;
const RELOCATION_BYTES = 24;

interface Section {
  readonly kind: number;
  readonly address: number;
  readonly offset: number;
  readonly size: number;
  readonly link: number;
}

/** The exported data of a 64-bit ELF library, read from the file: nothing of it is run. */
export class SharedLibrary {
  readonly #bytes: Buffer;
  readonly #sections: readonly Section[];
  readonly #symbols: readonly { readonly name: string; readonly address: number }[];

  /** Throws RangeError where the bytes are none. */
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    if (bytes.readUInt32BE(0) !== 0x7f454c46 || bytes[4] !== 2) throw new RangeError("no 64-bit ELF library");
    this.#sections = readSections(bytes);
    this.#symbols = this.#readSymbols();
  }

  /** The 32-bit number that the symbol names. Throws RangeError where there is no such symbol. */
  readNumber(symbol: string): number {
    return this.#bytes.readInt32LE(this.#offsetOf(this.#addressOf(symbol)));
  }

  /** The 32-bit number that a pointer leads to, which stands so many bytes after the symbol. Throws RangeError. */
  readNumberBehind(symbol: string, after: number): number {
    const at = this.#addressOf(symbol) + after;
    for (const section of this.#sections.filter(({ kind }) => kind === SECTION.relocations)) {
      for (let entry = section.offset; entry < section.offset + section.size; entry += RELOCATION_BYTES) {
        if (Number(this.#bytes.readBigUInt64LE(entry)) !== at) continue;
        const kind = this.#bytes.readUInt32LE(entry + 8);
        const index = this.#bytes.readUInt32LE(entry + 12);
        const base = kind === RELOCATION.symbol ? this.#symbols[index]?.address : 0;
        if (base === undefined || (kind !== RELOCATION.symbol && kind !== RELOCATION.relative)) break;
        const target = base + Number(this.#bytes.readBigInt64LE(entry + 16));
        return this.#bytes.readInt32LE(this.#offsetOf(target));
      }
    }
    throw new RangeError(`no pointer ${after} bytes after ${symbol}`);
  }

  #addressOf(symbol: string): number {
    const found = this.#symbols.find(({ name }) => name === symbol);
    if (found === undefined) throw new RangeError(`no symbol ${symbol}`);
    return found.address;
  }

  #offsetOf(address: number): number {
    const section = this.#sections.find(
      (one) =>
        one.address !== 0 &&
        one.kind !== SECTION.empty &&
        address >= one.address &&
        address < one.address + one.size,
    );
    if (section === undefined) throw new RangeError(`nothing of the file is at ${address}`);
    return section.offset + address - section.address;
  }

  #readSymbols(): { name: string; address: number }[] {
    const table = this.#sections.find(({ kind }) => kind === SECTION.symbols);
    const names = table === undefined ? undefined : this.#sections[table.link];
    if (table === undefined || names === undefined) throw new RangeError("no exported symbols");
    return Array.from({ length: table.size / SYMBOL_BYTES }, (_, index) => {
      const entry = table.offset + index * SYMBOL_BYTES;
      const start = names.offset + this.#bytes.readUInt32LE(entry);
      const name = this.#bytes.toString("latin1", start, this.#bytes.indexOf(0, start));
      return { name, address: Number(this.#bytes.readBigUInt64LE(entry + 8)) };
    });
  }
}

function readSections(bytes: Buffer): Section[] {
  const start = Number(bytes.readBigUInt64LE(40));
  const size = bytes.readUInt16LE(58);
  return Array.from({ length: bytes.readUInt16LE(60) }, (_, index) => {
    const at = start + index * size;
    return {
      kind: bytes.readUInt32LE(at + 4),
      address: Number(bytes.readBigUInt64LE(at + 16)),
      offset: Number(bytes.readBigUInt64LE(at + 24)),
      size: Number(bytes.readBigUInt64LE(at + 32)),
      link: bytes.readUInt32LE(at + 40),
    };
  });
}
