import { existsSync, writeFileSync } from "node:fs";
import { chmod, rm } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import {
  type AddressHelperFrame,
  AddressHelperRequest,
  addressHelperLineBytes,
  addressHelperProtocol,
} from "@primacy/contract/agent";
import type { Identity } from "../identity/identity";
import { openIdentity } from "../identity/renewal";
import { createFileLog, type Log } from "../log/log";
import { tellError } from "../message/told-error";
import { type AddressTools, closeAddressTools, openAddressTools } from "../run/address-tools";
import type { Layout } from "../store/layout";
import { AddressHelper } from "./address-helper";
import { AddressHelperRefusalError } from "./address-helper-refusal-error";
import { GrantStore } from "./grant-store";
import { readLines, writeLine } from "./lines";
import { endReplaced, listReplaced } from "./replaced-agent";

/** The process that touches addresses, while it runs. */
export interface RunningAddressHelper {
  /** Resolves when the agent has gone and what it held is released, or after `stop`. Rejects where they cannot go on. */
  readonly ended: Promise<void>;
  /** Releases what is held and ends. Concurrent calls share one end. */
  stop(): Promise<void>;
}

/**
 * Serves one agent over a socket that only root and the agent's group can reach. It has no other socket but those to the
 * kernel. Throws StoreError where the agent is not installed, or Error when addresses cannot be changed here. Where they are
 * started to replace others, those go on until an agent has connected, and what throws then ends these.
 */
export async function startAddressHelper(layout: Layout): Promise<RunningAddressHelper> {
  const log = createFileLog(layout.handsLogFile);
  const hands = openAddressTools();
  const replaced = listReplaced();
  let end = (): void => undefined;
  let fail = (_error: unknown): void => undefined;
  const ended = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  // What another agent still holds and may still be told of is not looked at before it is gone.
  let opened = replaced.length === 0 ? await openAddressHelper(layout, hands, log) : null;
  let agent: Socket | null = null;
  const greet = async (socket: Socket): Promise<void> => {
    await endReplaced(replaced);
    opened ??= await openAddressHelper(layout, hands, log);
    serve(socket, opened.desk, log);
    send(socket, opened.hello());
  };
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    if (agent !== null) {
      socket.end(`${JSON.stringify({ kind: "busy" } satisfies AddressHelperFrame)}\n`);
      return;
    }
    agent = socket;
    socket.once("close", () => void stop("the agent is gone"));
    // An agent that connects has loaded all that it needs: it can go on where the one before ends.
    greet(socket).catch(async (error: unknown) => {
      log.error("the address helper cannot serve its agent", { error: String(error) });
      await log.flush();
      fail(error);
    });
  });
  let stopping: Promise<void> | undefined;
  const stop = (cause: string): Promise<void> => {
    stopping ??= (async () => {
      log.info("the address helper ends", { cause });
      // Another release goes on with what this one held.
      if (!existsSync(layout.handoverOrderFile)) {
        await opened?.desk.end();
      }
      agent?.destroy();
      server.close();
      closeAddressTools(hands);
      await log.flush();
      end();
    })();
    return stopping;
  };
  await listen(server, layout.handsSocket);
  log.info("the address helper is ready", { actuator: hands.actuator.kind, replaced });
  return { ended, stop: () => stop("it was told to") };
}

/** The desk of this host, and what an agent is told first. */
interface OpenedAddressHelper {
  readonly desk: AddressHelper;
  readonly hello: () => AddressHelperFrame;
}

async function openAddressHelper(
  layout: Layout,
  hands: AddressTools,
  log: Log,
): Promise<OpenedAddressHelper> {
  const identity = await openIdentity(layout);
  const permits = await GrantStore.open(layout, identity, log);
  log.info("the grants are read", { permits: permits.current });
  let beats = 0;
  const beat = (): void => {
    beats += 1;
    writeFileSync(layout.heartbeatFile, `${beats}\n`, { mode: 0o600 });
  };
  return {
    desk: new AddressHelper({ hands, permits, identity, layout, log, beat }),
    hello: () => describe(identity, hands, permits),
  };
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

function serve(socket: Socket, desk: AddressHelper, log: Log): void {
  readLines(socket, addressHelperLineBytes, (line) => {
    const request = parseRequest(line);
    if (request === null) {
      log.error("what was asked cannot be read; the connection is ended");
      socket.destroy();
      return;
    }
    const { id, verb, body } = request;
    desk.serve(verb, body).then(
      (value) => send(socket, { kind: "answer", id, value }),
      (error: unknown) => {
        const message = tellError(error);
        const { code, epoch } =
          error instanceof AddressHelperRefusalError ? error : ({ code: "failed", epoch: null } as const);
        if (code === "failed") {
          log.error("an act failed unexpectedly", { verb, error: message.text });
        }
        send(socket, { kind: "refused", id, code, message, epoch });
      },
    );
  });
}

function describe(identity: Identity, hands: AddressTools, permits: GrantStore): AddressHelperFrame {
  const { bootstrap, keyPem, certificatePem, caPem } = identity;
  return {
    kind: "hello",
    protocol: addressHelperProtocol,
    identity: { bootstrap, keyPem, certificatePem, caPem },
    gate: hands.gate.kind,
    killer: hands.killer?.kind ?? null,
    arp: hands.arp?.kind ?? null,
    permits: [...permits.current],
  };
}

function send(socket: Socket, frame: AddressHelperFrame): void {
  if (!socket.destroyed) {
    writeLine(socket, JSON.stringify(frame));
  }
}

function parseRequest(line: string): AddressHelperRequest | null {
  try {
    return AddressHelperRequest.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
