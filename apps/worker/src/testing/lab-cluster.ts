import { readFile } from "node:fs/promises";
import {
  type Host,
  isRefusal,
  message,
  type Operation,
  type OperationKind,
  type Refusal,
  type Topology,
  type Vip,
} from "@primacy/contract";
import { systemActor } from "@primacy/db";
import type { TestDatabase } from "@primacy/db/testing";
import { cleanLab, databaseNames, type LabHost, type TestWatch, waitFor } from "@primacy/lab";
import type { AgentClient } from "../agent-client/agent-client";
import { findWriteVip } from "../cluster-record/find-write-vip";
import { allOperations } from "../features";
import type { OperationDefinitions } from "../operation/definition";
import { WatchService } from "../watch";
import { type LabWorker, startLabWorker } from "./lab-worker";

const actor = systemActor("test");

/** A console in this process that has the lab's three database hosts with agents, and watches what it registers. */
export interface LabCluster extends LabWorker {
  readonly standing: TestWatch;
  readonly hosts: readonly Host[];
  /** An address in the lab's network that nobody has. */
  readonly vipAddress: string;
  hostNamed(name: string): Host;
  /** The agent on one of them. */
  agentOf(host: Host): AgentClient;
  /** What is asked for of a VIP with that address. */
  vipRequest(): { readonly address: string; readonly prefixLength: number };
  /** Applies that VIP; throws unless it succeeds. */
  applyVip(clusterId: string): Promise<Vip>;
  /** Removes the cluster's VIPs; throws unless it succeeds. */
  removeVips(clusterId: string): Promise<void>;
  /** A client on another host writes to the VIP, to another address, or to the primary itself, and the primary has it. */
  proveWrite(to?: string | LabHost): Promise<void>;
  /** Asks for an operation on a cluster (null: on none yet); a refusal is returned. */
  request(
    kind: OperationKind,
    clusterId: string | null,
    input: object,
    secrets?: Readonly<Record<string, string>>,
  ): Promise<Operation | Refusal>;
  /** Asks, and waits for the end. Throws where asking is refused. */
  perform(
    kind: OperationKind,
    clusterId: string | null,
    input: object,
    secrets?: Readonly<Record<string, string>>,
  ): Promise<Operation>;
  /** Registers the lab's group; its id. */
  register(name?: string): Promise<string>;
  /** The stored picture, once `accept` is content with it. */
  awaitTopology(
    clusterId: string,
    what: string,
    accept: (topology: Topology) => boolean,
    timeoutMs?: number,
  ): Promise<Topology>;
}

/**
 * Starts the console, installs the agents over SSH, and begins to watch. `close` takes away what that left in the lab, and
 * throws what the standing watch saw. With other `definitions`, only those operations are carried out in this process.
 */
export async function startLabCluster(
  definitions: Partial<OperationDefinitions> = allOperations,
  options: { opened?: TestDatabase } = {},
): Promise<LabCluster> {
  const base = await startLabWorker(definitions, options);
  try {
    return await installAgents(base);
  } catch (error) {
    await base.close().catch(() => undefined);
    throw error;
  }
}

async function installAgents(base: LabWorker): Promise<LabCluster> {
  const { standing } = base;
  if (standing === null) throw new Error("the lab is not watched");
  const privateKey = await readFile(base.lab.sshKeyPath, "utf8");
  const sign = { user: "root", credential: { kind: "key", privateKey } } as const;
  const hosts = await Promise.all(databaseNames.map((name) => base.addHost(base.lab.host(name), sign)));
  const installed = await Promise.all(hosts.map((host) => base.run("agent.install", host)));
  for (const operation of installed)
    if (operation.state !== "succeeded")
      throw new Error(`agent not installed: ${JSON.stringify(operation.problem)}`);
  const watch = new WatchService(base.worker, { claimEveryMs: 300 });
  await watch.start();

  const request: LabCluster["request"] = (kind, clusterId, input, secrets) =>
    base.opened.database.transact(actor, (unit) =>
      unit.operations.enqueue({
        kind,
        title: message("step.waiting"),
        clusterId,
        input,
        ...(secrets === undefined ? {} : { secrets }),
      }),
    );
  const perform: LabCluster["perform"] = async (kind, clusterId, input, secrets) => {
    const asked = await request(kind, clusterId, input, secrets);
    if (isRefusal(asked)) throw new Error(asked.message.text);
    return base.ended(asked.id);
  };
  const awaitTopology: LabCluster["awaitTopology"] = async (clusterId, what, accept, timeoutMs = 90_000) => {
    let last: Topology | null = null;
    try {
      const look = async (): Promise<Topology | undefined> => {
        last = (await base.opened.database.topologies.find(clusterId))?.topology ?? null;
        return last !== null && accept(last) ? last : undefined;
      };
      return await waitFor(what, look, { timeoutMs });
    } catch (error) {
      throw new Error(`${what}: ${JSON.stringify(last)}`, { cause: error });
    }
  };

  const vipAddress = base.lab.host("db1").address.replace(/\d+$/, "100");
  const performWell = async (kind: OperationKind, clusterId: string, input: object): Promise<void> => {
    assertSucceeded(await perform(kind, clusterId, input));
  };

  return {
    ...base,
    standing,
    hosts,
    vipAddress,
    hostNamed(name) {
      const host = hosts.find((one) => one.name.startsWith(`${name}-`));
      if (host === undefined) throw new Error(`no host ${name}`);
      return host;
    },
    agentOf({ id, name, agentAddress, agentPort }) {
      return base.worker.agents.clientFor({
        hostId: id,
        hostName: name,
        address: agentAddress,
        port: agentPort,
      });
    },
    vipRequest: () => ({ address: vipAddress, prefixLength: 24 }),
    async applyVip(clusterId) {
      await performWell("vip.apply", clusterId, { address: vipAddress, prefixLength: 24 });
      const vip = findWriteVip(await base.opened.database.vips.listByCluster(clusterId));
      if (vip === null) throw new Error("no VIP is wanted");
      return vip;
    },
    async removeVips(clusterId) {
      for (const { id } of await base.opened.database.vips.listByCluster(clusterId))
        await performWell("vip.remove", clusterId, { vipId: id });
    },
    proveWrite: (to = vipAddress) => standing.proveWrite(to),
    request,
    perform,
    async register(name = "main") {
      const { user, password } = base.lab.credentials.admin;
      const input = { address: base.lab.host("db1").address, port: 3306, user, name, keepCredentials: false };
      const operation = assertSucceeded(await perform("cluster.register", null, input, { password }));
      return String(operation.result?.clusterId);
    },
    awaitTopology,
    async close() {
      try {
        await watch.stop();
        await base.lab.fault.heal();
        await cleanLab(base.lab);
      } finally {
        await base.close();
      }
    },
  };
}

/** Throws what an operation says of itself where it did not succeed; returns it. */
export function assertSucceeded(operation: Operation): Operation {
  if (operation.state === "succeeded") return operation;
  throw new Error(`${operation.kind}: ${JSON.stringify(describe(operation))}`);
}

/** What a failed expectation should show of an operation. */
export function describe(operation: Operation): unknown {
  return {
    state: operation.state,
    problem: operation.problem?.message.text,
    errors: operation.problem?.errors.map((error) => `${error.path} ${error.message.text}`),
    steps: operation.steps.map(
      (step) => `${step.code} ${step.hostName ?? ""} ${step.state} ${step.detail?.text ?? ""}`,
    ),
  };
}
