import { type ClientPromise, findPromise } from "@primacy/core/drill";
import { z } from "zod";
import type { PathRecord } from "./load";
import { type PathName, pathNames } from "./paths";

/** What the clients of one fault may expect, as it is kept beside the outcomes: one line of JSON per fault. */
export const KeptPromises = z.object({
  number: z.number().int(),
  /** The lab whose servers have the rows; another lab has none of them. */
  lab: z.string(),
  /** Numbers of rows as ranges, such as `0-7,9`. */
  clients: z.array(
    z.object({ run: z.string(), path: z.enum(pathNames), acked: z.string(), unknown: z.string() }),
  ),
});

/** What the clients of one fault may expect. */
export type KeptPromises = z.infer<typeof KeptPromises>;

/** What is to be kept of the clients of fault `number`. */
export function keepPromises(number: number, lab: string, clients: readonly PathRecord[]): KeptPromises {
  const kept = clients.map((client) => {
    const { run, acked, unknown } = findPromise(client);
    return { run, path: client.path, acked: formatRanges(acked), unknown: formatRanges(unknown) };
  });
  return { number, lab, clients: kept };
}

/** What a client may expect, and over which way it wrote. */
export interface PathPromise extends ClientPromise {
  readonly path: PathName;
}

/** The opposite of `keepPromises`. */
export function readPromises({ clients }: KeptPromises): PathPromise[] {
  return clients.map(({ run, path, acked, unknown }) => ({
    run,
    path,
    acked: parseRanges(acked),
    unknown: parseRanges(unknown),
  }));
}

/** Whole numbers as ranges in order: `0-7,9`. */
export function formatRanges(numbers: Iterable<number>): string {
  const ranges: { from: number; to: number }[] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && number === last.to + 1) last.to = number;
    else ranges.push({ from: number, to: number });
  }
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(",");
}

/** The opposite of `formatRanges`. */
export function parseRanges(text: string): Set<number> {
  const numbers = new Set<number>();
  for (const range of text === "" ? [] : text.split(",")) {
    const [from = 0, to = from] = range.split("-").map(Number);
    for (let number = from; number <= to; number += 1) numbers.add(number);
  }
  return numbers;
}
