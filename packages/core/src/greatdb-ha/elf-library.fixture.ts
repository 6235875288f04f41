/** What a made-up library says of itself. */
export interface MadeLibrary {
  readonly type?: number;
  readonly machine?: number;
  /** What it exports, beside what each library of plugins does. */
  readonly symbols?: readonly string[];
  /** The server's version for which it was built. */
  readonly serverVersion?: number;
  /** Null: its descriptor is made as it is loaded. */
  readonly name?: string | null;
}

const own = [
  "_mysql_plugin_interface_version_",
  "_mysql_sizeof_struct_st_plugin_",
  "_mysql_plugin_declarations_",
];

/**
 * The smallest library of a plugin that can be read: one segment, whose addresses are the places in the file, a table of symbols, and two
 * relocations of the first descriptor. By default it is one of greatdb_ha for 8.4.4.
 */
export function makeLibrary(wanted: MadeLibrary = {}): Uint8Array<ArrayBuffer> {
  const { type = 3, machine = 62, symbols = own, serverVersion = 80_404, name = "greatdb_ha" } = wanted;
  const bytes = new Uint8Array(2_048);
  const file = new DataView(bytes.buffer);
  const text = (at: number, value: string): void => bytes.set(new TextEncoder().encode(value), at);
  const put64 = (at: number, value: number): void => file.setBigUint64(at, BigInt(value), true);
  // The header: "\x7fELF", 64 bits, little-endian; segments at 64, four sections at 128.
  file.setUint32(0, 0x7f454c46);
  file.setUint16(4, 0x0201);
  file.setUint16(0x10, type, true);
  file.setUint16(0x12, machine, true);
  put64(0x20, 64);
  put64(0x28, 128);
  for (const [at, value] of [
    [0x36, 56],
    [0x38, 1],
    [0x3a, 64],
    [0x3c, 4],
  ] as const)
    file.setUint16(at, value, true);
  // The segment has all of the file.
  file.setUint32(64, 1, true);
  put64(64 + 32, bytes.length);
  const section = (index: number, kind: number, offset: number, size: number, link = 0): void => {
    const at = 128 + index * 64;
    file.setUint32(at + 4, kind, true);
    put64(at + 24, offset);
    put64(at + 32, size);
    file.setUint32(at + 40, link, true);
  };
  const descriptor = 1_024;
  section(1, 11, 512, symbols.length * 24, 2);
  section(2, 3, 768, 256);
  section(3, 4, 1_280, 48);
  let nameAt = 1;
  symbols.forEach((symbol, index) => {
    const at = 512 + index * 24;
    file.setUint32(at, nameAt, true);
    file.setUint16(at + 6, 1, true);
    put64(at + 8, descriptor);
    text(768 + nameAt, symbol);
    nameAt += symbol.length + 1;
  });
  const relocation = (index: number, address: number, target: number): void => {
    put64(1_280 + index * 24, address);
    file.setUint32(1_280 + index * 24 + 8, 8, true);
    put64(1_280 + index * 24 + 16, target);
  };
  relocation(0, descriptor + 8, 1_536);
  if (name !== null) relocation(1, descriptor + 16, 1_600);
  file.setInt32(1_536, serverVersion << 8, true);
  if (name !== null) text(1_600, name);
  return bytes;
}
