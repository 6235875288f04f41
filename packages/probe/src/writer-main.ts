import { createInterface } from "node:readline";
import { runWriter } from "./run-writer";
import { WriterConfig } from "./writer-config";

/*
 * The prober as a process: it reads its configuration as the first line of standard input, tells each attempt as one line
 * of standard output, and ends when standard input closes.
 */

const closing = new AbortController();
process.stdin.once("close", () => closing.abort());

createInterface({ input: process.stdin }).once("line", (line) => {
  const config = WriterConfig.parse(JSON.parse(line));
  runWriter(config, (told) => process.stdout.write(`${JSON.stringify(told)}\n`), closing.signal).then(
    () => process.exit(0),
    (cause: unknown) => {
      process.stderr.write(`${String(cause)}\n`);
      process.exit(1);
    },
  );
});
