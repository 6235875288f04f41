import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

/** The root of this repository. */
export const root = path.resolve(import.meta.dirname, "../..");

/** A copy of the environment that keeps downloads and telemetry of tools away. */
export const toolEnv = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", CHECKPOINT_DISABLE: "1" };

/**
 * Runs a command without a shell and resolves with its exit code and, where `capture` is set, its output.
 * Where `quiet` is set the output is kept and printed only if the command fails.
 */
export async function run(command, args, options = {}) {
  const { capture = false, quiet = false, allowFailure = false, ...rest } = options;
  const piped = capture || quiet;
  const child = spawn(command, args, {
    cwd: root,
    env: toolEnv,
    stdio: piped ? ["ignore", "pipe", "pipe"] : "inherit",
    ...rest,
  });
  let output = "";
  child.stdout?.on("data", (chunk) => (output += chunk));
  child.stderr?.on("data", (chunk) => (output += chunk));
  const failed = once(child, "error").then(([error]) => ({ code: 127, error }));
  const closed = once(child, "close").then(([code, signal]) => ({ code: code ?? 1, signal }));
  const result = await Promise.race([failed, closed]);
  if (result.code !== 0 && !allowFailure) {
    if (quiet) process.stderr.write(output);
    throw new Error(
      `${command} ${args.join(" ")} ended with ${result.signal ?? result.code}${result.error ? `: ${result.error.message}` : ""}`,
    );
  }
  return { code: result.code, output };
}
