import { readFile } from "node:fs/promises";

/** A socket that listens for TCP, as the kernel lists it. */
export interface ListeningSocket {
  readonly port: number;
  /** By which its holders are found, and which no later socket has while this one is there. */
  readonly inode: string;
}

/** The state of a listening socket in `/proc/net/tcp`. */
const listening = "0A";
const tables = ["/proc/net/tcp", "/proc/net/tcp6"] as const;

/** Every socket of this host that listens for TCP, at whichever address. */
export async function listListeningSockets(): Promise<ListeningSocket[]> {
  const texts = await Promise.all(tables.map((file) => readFile(file, "utf8").catch(() => "")));
  return texts.flatMap((text) => text.split("\n").flatMap(parseLine));
}

function parseLine(line: string): ListeningSocket[] {
  const [, local = "", , state, , , , , , inode] = line.trim().split(/\s+/);
  if (state !== listening || inode === undefined) return [];
  return [{ port: Number.parseInt(local.split(":").at(-1) ?? "", 16), inode }];
}
