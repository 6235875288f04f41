import { getCommandProcess } from "./command-process";
import { runCommand } from "./run-command";

/** Grows beyond what a small process has, and tells from where its commands are started before and after that. */
const before = getCommandProcess();
const held = Buffer.alloc(300_000_000, 1);
const atOnce = getCommandProcess();
const findParent = async (): Promise<number> =>
  Number((await runCommand(["sh", "-c", "echo $PPID"])).stdout.trim());
while ((await findParent()) === process.pid);
process.stdout.write(
  `${before} while small, ${atOnce} at once, another parent later${held.length > 0 ? "\n" : ""}`,
);
