import { createWriteStream, mkdirSync } from "node:fs";
import path from "node:path";
import { startConsole } from "./console";
import { getSettings } from "./settings";

const settings = getSettings(process.env);
mkdirSync(settings.dataDirectory, { recursive: true, mode: 0o711 });
const log = createWriteStream(path.join(settings.dataDirectory, "console.log"), { flags: "a", mode: 0o600 });
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const running = await startConsole(settings, print, (line) => log.write(`${line}\n`));
print(
  `\nPrimacy is at ${running.baseUrl}\nIts log is ${path.join(settings.dataDirectory, "console.log")}. Ctrl-C stops it.`,
);
let isStopping = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (isStopping) return;
    isStopping = true;
    print("stopping");
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        print(String(error));
        process.exit(1);
      },
    );
  });
}
