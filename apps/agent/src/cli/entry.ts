import { runCli } from "./main";

runCli(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
    // What the agent no longer needs must not keep the process, whose supervisor waits for it.
    setTimeout(() => process.exit(code), 500).unref();
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
