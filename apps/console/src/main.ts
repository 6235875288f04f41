import { createWriteStream, mkdirSync } from "node:fs";
import path from "node:path";
import { untilAborted, whenAskedToStop } from "./asked-to-stop";
import { startConsole } from "./console";
import { getSettings } from "./settings";

// First of all: whatever is started later is stopped, however early the wish comes.
const asked = whenAskedToStop();
const settings = getSettings(process.env);
mkdirSync(settings.dataDirectory, { recursive: true, mode: 0o711 });
const logFile = path.join(settings.dataDirectory, "console.log");
const log = createWriteStream(logFile, { flags: "a", mode: 0o600 });
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
// A log that cannot be written is no reason to stop the console.
log
  .once("error", (error) => print(`${logFile} cannot be written: ${error.message}`))
  .on("error", () => undefined);
asked.addEventListener("abort", () => print("stopping"));
try {
  const running = await startConsole(settings, print, (line) => log.write(`${line}\n`), asked);
  print(`\nPrimacy is at ${running.baseUrl}\nIts log is ${logFile}. Ctrl-C stops it.`);
  await untilAborted(asked);
  await running.stop();
  process.exit(0);
} catch (error) {
  if (asked.aborted && error === asked.reason) process.exit(0);
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
