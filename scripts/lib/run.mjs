import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import path from "node:path";

/** The root of this repository. */
export const root = path.resolve(import.meta.dirname, "../..");

/** A copy of the environment that keeps downloads and telemetry of tools away. */
export const toolEnv = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", CHECKPOINT_DISABLE: "1" };

/** Characters of a long output's end. */
const longestEnd = 4_000;

/** Process groups that still run: a signal for this process alone does not reach them. */
const groups = new Set();
process.on("exit", endGroups);

/** Tells all that was started `detached` and still runs to end. */
export function endGroups() {
  for (const pid of groups) {
    try {
      process.kill(-pid, "SIGTERM");
    } catch {
      // It has ended.
    }
  }
}

/** The kernel shares the processors between sessions first, and by this between those. */
function yieldToOthers(pid) {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, "10");
  } catch {
    // It has ended, or this kernel does not group by sessions.
  }
}

/**
 * Runs a command without a shell and resolves with its exit code, or the signal that ended it, and, where `capture` is
 * set, its output. Where `quiet` is set the output is kept and printed only if the command fails. Where `tee` is set it
 * is printed as it comes, and its end comes back too. With `detached` it gets a process group, which ends with this process;
 * `yields`, beside it, gives that group a tenth of the share of others, where others want the processors.
 */
export async function run(command, args, options = {}) {
  const {
    capture = false,
    quiet = false,
    tee = false,
    allowFailure = false,
    yields = false,
    ...rest
  } = options;
  const piped = capture || quiet || tee;
  const child = spawn(command, args, {
    cwd: root,
    env: toolEnv,
    stdio: piped ? ["ignore", "pipe", "pipe"] : "inherit",
    ...rest,
  });
  if (rest.detached === true && child.pid !== undefined) {
    const { pid } = child;
    groups.add(pid);
    if (yields) yieldToOthers(pid);
    child.once("close", () => groups.delete(pid));
  }
  let output = "";
  const keep = (stream) => (chunk) => {
    output += chunk;
    if (!tee) return;
    stream.write(chunk);
    output = output.slice(-longestEnd);
  };
  child.stdout?.on("data", keep(process.stdout));
  child.stderr?.on("data", keep(process.stderr));
  const failed = once(child, "error").then(([error]) => ({ code: 127, error }));
  const closed = once(child, "close").then(([code, signal]) => ({ code: code ?? 1, signal }));
  const result = await Promise.race([failed, closed]);
  if (result.code !== 0 && !allowFailure) {
    if (quiet) process.stderr.write(output);
    throw new Error(
      `${command} ${args.join(" ")} ended with ${result.signal ?? result.code}${result.error ? `: ${result.error.message}` : ""}`,
    );
  }
  return { code: result.code, signal: result.signal ?? null, output };
}
