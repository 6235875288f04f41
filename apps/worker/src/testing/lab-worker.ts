import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import {
  type Host,
  isFinished,
  isRefusal,
  message,
  type Operation,
  type OperationKind,
  type SshCredential,
} from "@primacy/contract";
import { systemActor } from "@primacy/db";
import { openTestDatabase, type TestDatabase } from "@primacy/db/testing";
import { acquireTestLab, type Lab, type LabHost, type TestLab, type TestWatch } from "@primacy/lab";
import { scanHostKey } from "@primacy/remote";
import { Registry } from "prom-client";
import { expect } from "vitest";
import type { WorkerContext } from "../context";
import type { OperationDefinitions } from "../operation/definition";
import { OperationEngine } from "../operation/engine";
import { createTestWorker } from "./test-worker";

const builtFile = fileURLToPath(
  new URL("../../../agent/dist/primacy-agent-linux-x64.tar.gz", import.meta.url),
);

/** The agent as it was built; a copy, so that a build in the meantime does not take it away. */
export const packageFile: string = path.join(
  mkdtempSync(path.join(tmpdir(), "primacy-package-")),
  "agent.tar.gz",
);

/** A console without its web part, in this process, before real lab hosts. */
export interface LabWorker {
  readonly lab: Lab;
  /** What watches the lab until `close`, which throws what it saw; null for whoever brought a lab that is held already. */
  readonly standing: TestWatch | null;
  readonly worker: WorkerContext;
  readonly opened: TestDatabase;
  /** Registers a host with its host key accepted. */
  addHost(host: LabHost, sign: { user: string; credential: SshCredential }): Promise<Host>;
  /** Asks for an operation on a host; its id. */
  ask(kind: OperationKind, host: Host, input?: object): Promise<string>;
  /** Waits for its end. */
  ended(id: string, timeoutMs?: number): Promise<Operation>;
  /** What is installed from now on; without a path, the agent as it was built. */
  usePackage(path?: string): void;
  /** Ends what carries operations out, as the end of a worker does, and starts another. */
  replaceEngine(): Promise<void>;
  /** Both. */
  run(kind: OperationKind, host: Host, input?: object): Promise<Operation>;
  close(): Promise<void>;
}

/** Starts it on the lab that all tests share, on the one that `PRIMACY_TEST_LAB` names, or on one that is held already; with a database of its own, or with one that is given, which it closes. */
export async function startLabWorker(
  definitions: Partial<OperationDefinitions>,
  options: { of?: "group" | "host"; lab?: Lab; opened?: TestDatabase } = {},
): Promise<LabWorker> {
  if (!existsSync(builtFile)) throw new Error("build the agent first: npm run build -w @primacy/agent");
  const held = await holdLab(options);
  try {
    return await startOn(held, definitions, options);
  } catch (error) {
    // The next file would wait for it in vain.
    await held.release().catch(() => undefined);
    throw error;
  }
}

async function startOn(
  { lab, standing, release }: HeldLab,
  definitions: Partial<OperationDefinitions>,
  options: { lab?: Lab; opened?: TestDatabase },
): Promise<LabWorker> {
  const opened = options.opened ?? (await openTestDatabase());
  // Files share this module, and each takes the folder away when it ends.
  mkdirSync(path.dirname(packageFile), { recursive: true });
  copyFileSync(builtFile, packageFile);
  let agentPackagePath = packageFile;
  const worker = Object.defineProperty(createTestWorker(opened.database), "agentPackagePath", {
    get: () => agentPackagePath,
  });
  await worker.consoleCertificates.load();
  const startEngine = async (context: WorkerContext): Promise<() => Promise<void>> => {
    const engine = new OperationEngine(context, definitions, { pollMs: 500 });
    const unsubscribe = worker.hub.subscribe(engine);
    await engine.start();
    return async () => {
      unsubscribe();
      await engine.stop();
    };
  };
  await worker.hub.start();
  let stopEngine = await startEngine(worker);
  const actor = systemActor("test");

  async function addHost(host: LabHost, sign: { user: string; credential: SshCredential }): Promise<Host> {
    const address = { name: host.name, address: host.address, port: 22 };
    const hostKey = await scanHostKey(address, { signal: AbortSignal.timeout(60_000) });
    return opened.database.transact(actor, async (unit) => {
      const created = await unit.hosts.createMany([
        {
          name: `${host.name}-${Math.random().toString(36).slice(2, 8)}`,
          address: host.address,
          sshPort: 22,
          sshUser: sign.user,
          credential: sign.credential,
          agentPort: 7433,
        },
      ]);
      if (isRefusal(created)) throw new Error(created.message.text);
      const [first] = created;
      if (first === undefined) throw new Error("no host");
      return unit.hosts.pinHostKey(first.id, hostKey);
    });
  }

  async function ask(kind: OperationKind, host: Host, input: object = {}): Promise<string> {
    const title = message("step.waiting");
    const asked = await opened.database.transact(actor, (unit) =>
      unit.operations.enqueue({ kind, title, hostId: host.id, input }),
    );
    if (isRefusal(asked)) throw new Error(asked.message.text);
    return asked.id;
  }

  async function ended(id: string, timeoutMs = 240_000): Promise<Operation> {
    const endAt = Date.now() + timeoutMs;
    for (;;) {
      const operation = await opened.database.operations.get(id);
      if (isFinished(operation.state)) return operation;
      if (Date.now() > endAt)
        throw new Error(
          `not ended: ${JSON.stringify(operation.steps.map((step) => [step.code, step.state, step.detail?.text]))}`,
        );
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
  }

  return {
    lab,
    standing,
    worker,
    opened,
    addHost,
    ask,
    ended,
    usePackage: (path = packageFile) => {
      agentPackagePath = path;
    },
    run: async (kind, host, input) => ended(await ask(kind, host, input)),
    replaceEngine: async () => {
      await stopEngine();
      // A process has one engine, and registers its metrics once; the watch's, in the same registry, stay.
      stopEngine = await startEngine(Object.create(worker, { metrics: { value: new Registry() } }));
    },
    close: async () => {
      await stopEngine();
      await worker.hub.stop();
      await opened.close();
      if (options.lab === undefined) rmSync(path.dirname(packageFile), { recursive: true, force: true });
      await release();
    },
  };
}

type HeldLab = Pick<TestLab, "lab" | "release"> & { readonly standing: TestWatch | null };

async function holdLab({ of = "group", lab }: { of?: "group" | "host"; lab?: Lab }): Promise<HeldLab> {
  if (lab !== undefined) return { lab, standing: null, release: async () => undefined };
  return acquireTestLab({ of, with: ["mysql"], testName: () => expect.getState().currentTestName });
}
