/** Takes the fields of OpenSSH's binary forms, one after the other: strings with their length in four bytes before them. */
export class SshReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** True when nothing is left. */
  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  /** The next bytes. Throws RangeError where there are not so many. */
  takeBytes(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new RangeError("the field is longer than what is left");
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }

  /** The next number of four bytes. Throws RangeError. */
  takeNumber(): number {
    return this.takeBytes(4).readUInt32BE(0);
  }

  /** The next string, as bytes. Throws RangeError. */
  takeString(): Buffer {
    return this.takeBytes(this.takeNumber());
  }

  /** The next string, as text. Throws RangeError. */
  takeText(): string {
    return this.takeString().toString("utf8");
  }
}

/** One string as OpenSSH writes it. */
export function sshString(content: Buffer | string): Buffer {
  const bytes = Buffer.from(content);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length, 0);
  return Buffer.concat([length, bytes]);
}

/** Calls `read` with the bytes; null where they end too early, or something follows. */
export function readWhole<T>(bytes: Buffer, read: (reader: SshReader) => T): T | null {
  const reader = new SshReader(bytes);
  try {
    const value = read(reader);
    return reader.isAtEnd ? value : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
