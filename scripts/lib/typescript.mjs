import { spawn } from "node:child_process";
import path from "node:path";
import { root, toolEnv } from "./run.mjs";

const askEveryMs = 500;
const parent = process.ppid;

/** Runs a TypeScript file in its own process, hands signals on to it, and ends with its exit code. It is stopped when npm is. */
export function runTypeScript(file, args) {
  const child = spawn(process.execPath, ["--import", "tsx", path.join(root, file), ...args], {
    cwd: root,
    env: toolEnv,
    // By the channel it notices when this process is killed.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  // npm hands a signal on to its shell alone, which dies of it and leaves this process to another parent.
  if (process.env.npm_lifecycle_event) {
    const asking = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(asking);
      child.kill("SIGTERM");
    }, askEveryMs);
    asking.unref();
  }
  return new Promise((resolve) => {
    child.on("close", (code, signal) => {
      process.exitCode = code ?? (signal === null ? 1 : 128);
      resolve();
    });
  });
}
