import { writeFile } from "node:fs/promises";
import { setFlagsFromString } from "node:v8";
import { serveClients } from "@primacy/probe/clients";

/** Plays the clients of a drill, until the agent that started this process closes its input. Returns the exit code. */
export async function playClients(): Promise<number> {
  // The agent's own process is protected from the out-of-memory killer; this one is not to be.
  await writeFile("/proc/self/oom_score_adj", "0").catch(() => undefined);
  // It ends before an optimizing compiler has paid for itself.
  setFlagsFromString("--no-opt");
  await serveClients(process.stdin, process.stdout);
  return 0;
}
