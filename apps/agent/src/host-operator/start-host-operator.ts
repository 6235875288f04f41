import { chmod, rm } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { message } from "@primacy/contract";
import { type HostActionRecord, HostOperatorRequest, hostOperatorLineBytes } from "@primacy/contract/agent";
import { readLines, writeLine } from "../address-helper/lines";
import { createFileLog, type Log } from "../log/log";
import type { Layout } from "../store/layout";
import type { HostOperator } from "./host-operator";
import { openHostOperator, useHostOperator } from "./open-host-operator";
import { HostOperatorCall } from "./operator-protocol";
import { describeError } from "./refusal";

/** The host operator while it runs. */
export interface RunningHostOperator {
  /**
   * Ends it, after it has undone the faults that are in force, for 8 s at the longest: nobody else would keep their deadlines. What is in
   * force otherwise stays so, and is adopted by the next one, and so is a fault that could not be undone in time.
   */
  stop(): Promise<void>;
}

const tickMs = 250;
/** Its supervisor waits for 10 s, and systemd for 15 s. */
const healLimitMs = 8_000;
/** Its folder keeps everybody else out, and gives it the agent's group. */
const socketMode = 0o660;

/**
 * Serves the agent over a socket that only root and the agent's group can reach, and has no other. From the first moment on what
 * is due is undone, while what an earlier run left is finished or undone beside it. Throws StoreError where the agent is not
 * installed or the journal cannot be read, and Error where another host operator runs.
 */
export async function startHostOperator(layout: Layout): Promise<RunningHostOperator> {
  const log = createFileLog(layout.operatorLogFile);
  const { operator, right } = await openHostOperator(layout, log);
  // What an earlier run left half-way is sent anew.
  await rm(layout.operatorStageFolder, { recursive: true, force: true });
  const guard = (work: Promise<void>): void => {
    work.catch((error: unknown) =>
      log.error("what is due could not be undone", { error: describeError(error) }),
    );
  };
  // An undo may take minutes: the next ones must not wait for it.
  const timer = setInterval(() => guard(operator.tick()), tickMs);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    serve(socket, operator, log);
  });
  await listen(server, layout.operatorSocket);
  log.info("the host operator is ready");
  guard(operator.arm());
  guard(operator.replay());
  return {
    stop: async () => {
      clearInterval(timer);
      server.close();
      for (const socket of sockets) socket.destroy();
      await healFaults(operator, log);
      await right.release();
      log.info("the host operator ends");
      await log.flush();
    },
  };
}

/** What has been ordered by the limit goes on without it; the next one finds it in the journal. */
async function healFaults(operator: HostOperator, log: Log): Promise<void> {
  const limit = new AbortController();
  const late = setTimeout(healLimitMs, "late", { signal: limit.signal });
  const healed = operator.undoAll(message("operator.stopped"), "fault");
  try {
    if ((await Promise.race([healed, late])) === "late")
      log.error("a fault is still in force: undoing it takes too long");
  } catch (error) {
    log.error("a fault could not be undone", { error: describeError(error) });
  } finally {
    // Whichever comes last is waited for by nobody.
    for (const one of [healed, late]) one.catch(() => undefined);
    limit.abort();
  }
}

/** Puts back the files that earlier boots left edited, before the services of this one start. Returns what could not be undone. */
export function replayHostOperator(layout: Layout): Promise<readonly HostActionRecord[]> {
  return useHostOperator(layout, async (operator) => {
    await operator.replayFiles();
    return (await operator.report()).actions.filter(({ state }) => state === "undo_failed");
  });
}

/** Undoes all that is in force, for it is to be switched off. Returns what could not be undone. */
export function undoHostOperator(layout: Layout): Promise<readonly HostActionRecord[]> {
  return useHostOperator(layout, async (operator) => {
    await operator.replay();
    return operator.undoAll(message("operator.switched_off"));
  });
}

async function listen(server: Server, socketFile: string): Promise<void> {
  // One that an earlier run left cannot be bound again.
  await rm(socketFile, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(socketFile, resolve);
  });
  await chmod(socketFile, socketMode);
}

function serve(socket: Socket, operator: HostOperator, log: Log): void {
  readLines(socket, hostOperatorLineBytes, (line) => {
    answer(operator, line).then(
      (value) => send(socket, { kind: "answer", value }),
      (error: unknown) => {
        log.error("a call failed", { error: describeError(error) });
        send(socket, { kind: "failed", message: describeError(error) });
      },
    );
  });
}

async function answer(operator: HostOperator, line: string): Promise<unknown> {
  const call = HostOperatorCall.parse(JSON.parse(line));
  switch (call.verb) {
    case "report":
      return operator.report();
    case "summary":
      return operator.summarize();
    case "order":
      return operator.serve(HostOperatorRequest.parse(call.body));
  }
}

function send(socket: Socket, frame: object): void {
  if (!socket.destroyed) writeLine(socket, JSON.stringify(frame));
}
