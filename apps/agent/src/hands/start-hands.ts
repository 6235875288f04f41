import { existsSync, writeFileSync } from "node:fs";
import { chmod, rm } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { type HandsFrame, HandsRequest, handsLineBytes, handsProtocol } from "@primacy/contract/agent";
import type { Identity } from "../identity/identity";
import { openIdentity } from "../identity/renewal";
import { createFileLog, type Log } from "../log/log";
import { closeHands, type Hands, openHands } from "../run/hands";
import type { Layout } from "../store/layout";
import { HandsDesk } from "./hands-desk";
import { HandsRefusalError } from "./hands-refusal-error";
import { readLines } from "./lines";
import { PermitKeeper } from "./permit-keeper";

/** The process that touches addresses, while it runs. */
export interface RunningHands {
  /** Resolves when the agent has gone and what it held is released, or after `stop`. */
  readonly ended: Promise<void>;
  /** Releases what is held and ends. Concurrent calls share one end. */
  stop(): Promise<void>;
}

/**
 * Serves one agent over a socket that only root and the agent's group can reach. It has no other socket but those to the
 * kernel. Throws StoreError where the agent is not installed, or Error when addresses cannot be changed here.
 */
export async function startHands(layout: Layout): Promise<RunningHands> {
  const log = createFileLog(layout.handsLogFile);
  const identity = await openIdentity(layout);
  const permits = await PermitKeeper.open(layout, identity, log);
  const hands = openHands();
  let beats = 0;
  const desk = new HandsDesk({
    hands,
    permits,
    identity,
    layout,
    log,
    beat: () => {
      beats += 1;
      writeFileSync(layout.heartbeatFile, `${beats}\n`, { mode: 0o600 });
    },
  });
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let agent: Socket | null = null;
  const server = createServer((socket) => {
    if (agent !== null) {
      socket.on("error", () => undefined);
      socket.end(`${JSON.stringify({ kind: "busy" } satisfies HandsFrame)}\n`);
      return;
    }
    agent = socket;
    serve(socket, desk, log);
    send(socket, describe(identity, hands, permits));
    socket.once("close", () => void stop("the agent is gone"));
  });
  let stopping: Promise<void> | undefined;
  const stop = (cause: string): Promise<void> => {
    stopping ??= (async () => {
      log.info("the hands end", { cause });
      // Another release goes on with what this one held.
      if (!existsSync(layout.handoverOrderFile)) {
        await desk.end();
      }
      agent?.destroy();
      server.close();
      closeHands(hands);
      await log.flush();
      end();
    })();
    return stopping;
  };
  await listen(server, layout.handsSocket);
  log.info("the hands are ready", { actuator: hands.actuator.kind, permit: permits.current });
  return { ended, stop: () => stop("it was told to") };
}

async function listen(server: Server, socketFile: string): Promise<void> {
  // One that an earlier run left cannot be bound again.
  await rm(socketFile, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(socketFile, resolve);
  });
  // Its folder keeps everybody else out, and gives it the agent's group.
  await chmod(socketFile, 0o660);
}

function serve(socket: Socket, desk: HandsDesk, log: Log): void {
  socket.on("error", () => undefined);
  readLines(socket, handsLineBytes, (line) => {
    const request = parseRequest(line);
    if (request === null) {
      log.error("what was asked cannot be understood; the connection is ended");
      socket.destroy();
      return;
    }
    const { id, verb, body } = request;
    desk.serve(verb, body).then(
      (value) => send(socket, { kind: "answer", id, value }),
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        const code = error instanceof HandsRefusalError ? error.code : "failed";
        if (code === "failed") {
          log.error("an act failed unexpectedly", { verb, error: message });
        }
        send(socket, { kind: "refused", id, code, message });
      },
    );
  });
}

function describe(identity: Identity, hands: Hands, permits: PermitKeeper): HandsFrame {
  const { bootstrap, keyPem, certificatePem, caPem } = identity;
  return {
    kind: "hello",
    protocol: handsProtocol,
    identity: { bootstrap, keyPem, certificatePem, caPem },
    gate: hands.gate.kind,
    killer: hands.killer?.kind ?? null,
    arp: hands.arp?.kind ?? null,
    permit: permits.current,
  };
}

function send(socket: Socket, frame: HandsFrame): void {
  if (!socket.destroyed) {
    socket.write(`${JSON.stringify(frame)}\n`);
  }
}

function parseRequest(line: string): HandsRequest | null {
  try {
    return HandsRequest.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
