import { chmod, readFile, rm } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { message } from "@primacy/contract";
import { type HostActionRecord, HostOperatorRequest, hostOperatorLineBytes } from "@primacy/contract/agent";
import { readLines, writeLine } from "../address-helper/lines";
import { readIdentity } from "../identity/identity";
import { createFileLog, type Log } from "../log/log";
import type { Layout } from "../store/layout";
import { monotonicMs } from "../vip/address/types";
import { HostOperator } from "./host-operator";
import { HostOperatorCall } from "./operator-protocol";
import { OwnHost } from "./own-host";
import { describeError } from "./refusal";

/** The host operator while it runs. */
export interface RunningHostOperator {
  /** Ends it; what is in force stays so, and is adopted by the next one. */
  stop(): Promise<void>;
}

const tickMs = 250;
/** Its folder keeps everybody else out, and gives it the agent's group. */
const socketMode = 0o660;

/**
 * Finishes or undoes what an earlier run left, then serves the agent over a socket that only root and the agent's group can
 * reach. It has no other socket. Throws StoreError where the agent is not installed or the journal cannot be read.
 */
export async function startHostOperator(layout: Layout): Promise<RunningHostOperator> {
  const log = createFileLog(layout.operatorLogFile);
  const operator = await openHostOperator(layout, log);
  await operator.replay();
  let isTicking = false;
  const timer = setInterval(() => {
    if (isTicking) return;
    isTicking = true;
    operator
      .tick()
      .catch((error: unknown) =>
        log.error("what is due could not be looked at", { error: describeError(error) }),
      )
      .finally(() => {
        isTicking = false;
      });
  }, tickMs);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    serve(socket, operator, log);
  });
  await listen(server, layout.operatorSocket);
  log.info("the host operator is ready");
  return {
    stop: async () => {
      clearInterval(timer);
      server.close();
      for (const socket of sockets) socket.destroy();
      log.info("the host operator ends");
      await log.flush();
    },
  };
}

/** Undoes what earlier boots left, before the services of this one start. Returns what could not be undone. */
export async function replayHostOperator(layout: Layout): Promise<readonly HostActionRecord[]> {
  const log = createFileLog(layout.operatorLogFile);
  const operator = await openHostOperator(layout, log);
  await operator.replay();
  const { actions } = await operator.report();
  await log.flush();
  return actions.filter(({ state }) => state === "undo_failed");
}

/** Undoes all that is in force, for it is to be switched off. Returns what could not be undone. */
export async function undoHostOperator(layout: Layout): Promise<readonly HostActionRecord[]> {
  const log = createFileLog(layout.operatorLogFile);
  const operator = await openHostOperator(layout, log);
  await operator.replay();
  const left = await operator.undoAll(message("operator.switched_off"));
  await log.flush();
  return left;
}

async function openHostOperator(layout: Layout, log: Log): Promise<HostOperator> {
  const identity = await readIdentity(layout);
  const bootId = (await readFile("/proc/sys/kernel/random/boot_id", "utf8")).trim();
  const host = new OwnHost(identity.bootstrap.hostName);
  return HostOperator.open({ layout, identity, bootId, host, log, now: monotonicMs });
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
  return call.verb === "report" ? operator.report() : operator.serve(HostOperatorRequest.parse(call.body));
}

function send(socket: Socket, frame: object): void {
  if (!socket.destroyed) writeLine(socket, JSON.stringify(frame));
}
