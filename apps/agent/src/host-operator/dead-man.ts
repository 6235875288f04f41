import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { type Message, message, messageWith } from "@primacy/contract";
import { ownCommand, ownEnvironment } from "../command/own-command";
import { findCommand } from "../command/run-command";
import { ToldError } from "../message/told-error";
import { acquireDeadlines } from "./deadlines-right";

/** What it says once it has read the journal, and nothing after that. */
export const armedWord = "armed";
/** What a busy host takes to start a process. */
const startLimitMs = 15_000;
const saidLength = 500;

/**
 * Sees that the process runs which undoes acts at their deadlines where no host operator does: one for all of a host. Returns once it has read the
 * journal, or is certain to read it again before it ends; so what is armed for has to be written there before. It is in a session of its own and, with
 * systemd, in a scope of its own: it outlives the host operator, its supervisor and their unit. Throws ToldError where it does not start.
 * May not run twice at once in one process.
 */
export async function armDeadMan(hostId: string): Promise<void> {
  const right = await acquireDeadlines(hostId);
  if (right === null) return;
  await right.release();
  const command = ownCommand("operator", "heal", hostId);
  const systemdRun = existsSync("/run/systemd/system") ? findCommand("systemd-run") : null;
  if (systemdRun !== null) {
    const scope = [
      systemdRun,
      "--scope",
      "--quiet",
      "--collect",
      "--unit",
      `primacy-deadlines-${randomUUID()}`,
      "--",
    ];
    const isArmed = await start([...scope, ...command]).then(
      () => true,
      () => false,
    );
    if (isArmed) return;
    // A session alone outlives all but the end of the unit with each of its processes, which its own setting forbids.
  }
  await start(command);
}

async function start([program = "", ...args]: readonly string[]): Promise<void> {
  const child = spawn(program, args, {
    cwd: "/",
    detached: true,
    env: { ...ownEnvironment(), PRIMACY_AGENT_ROOT: process.env.PRIMACY_AGENT_ROOT ?? "" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  try {
    await awaitArmed(child);
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  } finally {
    child.stdout?.destroy();
    child.stderr?.destroy();
    child.unref();
  }
}

function awaitArmed(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = "";
    const fail = (end: Message): void => {
      clearTimeout(timer);
      // What it said itself tells more than how it ended.
      const reason = said.trim() === "" ? end : message("text.quoted", { said: said.trim() });
      reject(new ToldError(messageWith("operator.no_dead_man", {}, { reason })));
    };
    const timer = setTimeout(() => fail(message("text.quoted", { said: "ETIMEDOUT" })), startLimitMs);
    child.stdout?.once("data", () => {
      clearTimeout(timer);
      resolve();
    });
    child.stderr?.on("data", (data: Buffer) => {
      said = (said + data.toString()).slice(-saidLength);
    });
    child.once("error", (error) => fail(message("text.quoted", { said: error.message })));
    child.once("close", (code, signal) =>
      fail(
        signal === null
          ? message("outcome.exit_code", { exitCode: code ?? 0 })
          : message("outcome.signal", { signal }),
      ),
    );
  });
}
