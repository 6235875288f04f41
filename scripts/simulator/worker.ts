import { type Chunk, runChunk } from "./chunk";

/** One process of the long run: a chunk comes in, its result goes out. It ends with the process that started it. */
process.on("message", (chunk: Chunk) => {
  process.send?.(runChunk(chunk));
});
// A Ctrl-C in a terminal reaches every process; who ends is decided by the one that counts.
process.on("SIGINT", () => {});
process.on("disconnect", () => process.exit(0));
