import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { ProbeSample } from "@primacy/contract";
import { ProbeOrder } from "@primacy/contract/agent";
import { monotonicMs } from "../monotonic";
import { playClients } from "./play-clients";

/** Whoever listens is woken so often at most. */
const tellEveryMs = 100;

/**
 * Plays the clients of an order, which is the first line of the input, and tells of each attempt by a line of JSON, within a fifth of a
 * second. Ends by itself when the order's time is over, and when the input ends: so it does with whoever started it.
 */
export async function serveClients(input: Readable, output: Writable): Promise<void> {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  const lines = createInterface({ input });
  // Nobody listens any more.
  output.once("error", end);
  lines.once("close", end);
  const line = await new Promise<string | null>((resolve) => {
    lines.once("line", resolve);
    lines.once("close", () => resolve(null));
  });
  if (line === null) return;
  const order = ProbeOrder.parse(JSON.parse(line));
  let told: ProbeSample[] = [];
  let flushedMs = monotonicMs();
  const flush = (): void => {
    flushedMs = monotonicMs();
    if (told.length === 0) return;
    output.write(told.map((one) => `${JSON.stringify(one)}\n`).join(""));
    told = [];
  };
  // With the attempt that ends next, not by a clock of its own: to be woken costs more than to write. One that ends is never far, since one
  // for which no place is free ends at once.
  const tell = (sample: ProbeSample): void => {
    told.push(sample);
    if (monotonicMs() - flushedMs >= tellEveryMs) flush();
  };
  const timer = setTimeout(end, order.forMs);
  try {
    await playClients(order, tell, ending.signal);
  } finally {
    clearTimeout(timer);
    flush();
    lines.close();
  }
}
