import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { AddressHelperFrame, type AddressHelperHello, type AgentBootstrap } from "@primacy/contract/agent";
import { readLines } from "../address-helper/lines";
import { makeCertificateRequest } from "../identity/certificate-request";
import { type Layout, planLayout } from "../store/layout";
import { agentProgram } from "./agent-program";
import type { TestAuthority } from "./test-authority";
import { waitFor } from "./wait-for";

const startLimitMs = 240_000;
/** As the supervisor starts it. */
const dropped = [
  ...["setpriv", "--no-new-privs", "--inh-caps=-all", "--bounding-set=-all,+net_admin,+net_raw"],
];

/** The root of a host of its own, with what an installation leaves there. */
export interface AddressHelperHost {
  readonly root: string;
  readonly layout: Layout;
  readonly hostId: string;
  /** Starts the real process in a network namespace, with the privileges that its supervisor leaves it. */
  start(namespace: string): Promise<AddressHelperProcess>;
  dispose(): void;
}

/** The process that touches addresses, with one connection as an agent has it. */
export interface AddressHelperProcess {
  readonly pid: number;
  readonly hello: AddressHelperHello;
  /** Asks whatever a test likes, as a compromised agent could; resolves to the frame that answers. */
  ask(verb: string, body: unknown): Promise<Exclude<AddressHelperFrame, AddressHelperHello>>;
  /** Another connection, and what it is told first. */
  knock(): Promise<AddressHelperFrame>;
  /** Ends the connection, and waits until the process has ended by that. */
  leave(): Promise<void>;
  /** Ends the process at once, without its doing. */
  kill(): Promise<void>;
}

/** Makes such a host. */
export async function createAddressHelperHost(
  authority: TestAuthority,
  hostId: string,
): Promise<AddressHelperHost> {
  const root = mkdtempSync(path.join(tmpdir(), "hands-"));
  const at = (folder: string): string => path.join(root, folder, "primacy-agent");
  const layout = planLayout(at("etc"), at("var/lib"), at("run"));
  for (const folder of [at("etc"), layout.agentFolder, path.dirname(layout.handsSocket)]) {
    mkdirSync(folder, { recursive: true });
  }
  const bootstrap: AgentBootstrap = {
    hostId,
    hostName: "db1",
    consoleId: authority.consoleId,
    listenAddress: "10.99.0.1",
    port: 7433,
  };
  const csr = await makeCertificateRequest(layout.keyFile, "db1");
  writeFileSync(layout.bootstrapFile, JSON.stringify(bootstrap), { mode: 0o600 });
  writeFileSync(layout.certificateFile, await authority.sign(csr, hostId), { mode: 0o600 });
  writeFileSync(layout.authorityFile, authority.caPem, { mode: 0o600 });
  return {
    root,
    layout,
    hostId,
    start: (namespace) => startProcess(root, layout, namespace),
    dispose: () => rmSync(root, { recursive: true, force: true }),
  };
}

async function startProcess(root: string, layout: Layout, namespace: string): Promise<AddressHelperProcess> {
  const program = agentProgram("hands");
  const child = spawn("ip", ["netns", "exec", namespace, ...dropped, ...program], {
    env: { ...process.env, PRIMACY_AGENT_ROOT: root },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const ended = once(child, "exit");
  const socket = await waitFor("the socket of the hands", startLimitMs, () => reach(layout.handsSocket));
  const waiting: ((frame: AddressHelperFrame) => void)[] = [];
  const first = new Promise<AddressHelperFrame>((resolve) => {
    waiting.push(resolve);
  });
  readLines(socket, Number.MAX_SAFE_INTEGER, (line) =>
    waiting.shift()?.(AddressHelperFrame.parse(JSON.parse(line))),
  );
  const hello = await first;
  if (hello.kind !== "hello") {
    throw new Error(`the hands began with ${JSON.stringify(hello)}`);
  }
  let nextId = 0;
  return {
    pid: pidOf(child),
    hello,
    ask: async (verb, body) => {
      // One at a time, so that the answers come in order.
      const answer = new Promise<AddressHelperFrame>((resolve) => {
        waiting.push(resolve);
      });
      socket.write(`${JSON.stringify({ id: nextId++, verb, body })}\n`);
      const frame = await answer;
      if (frame.kind === "hello") {
        throw new Error("the hands began anew");
      }
      return frame;
    },
    knock: async () => {
      const other = connect(layout.handsSocket);
      await once(other, "connect");
      return new Promise((resolve) =>
        readLines(other, Number.MAX_SAFE_INTEGER, (line) =>
          resolve(AddressHelperFrame.parse(JSON.parse(line))),
        ),
      );
    },
    leave: async () => {
      socket.destroy();
      await ended;
    },
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
      socket.destroy();
    },
  };
}

async function reach(file: string): Promise<Socket | null> {
  const socket = connect(file);
  try {
    await once(socket, "connect");
    socket.on("error", () => undefined);
    return socket;
  } catch {
    return null;
  }
}

function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) {
    throw new Error("the process was not started");
  }
  return pid;
}
