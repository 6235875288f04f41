import { readFile } from "node:fs/promises";
import type { Server as ControlServer } from "node:http";
import type { Server } from "node:https";
import type { HeldCluster } from "@primacy/contract/agent";
import { AddressHelperClient } from "../address-helper/address-helper-client";
import {
  createGrantClient,
  createRemoteAddressTools,
  type GrantClient,
} from "../address-helper/remote-address-tools";
import { readGateways } from "../checks/observe-host";
import { startControlServer } from "../control/control-server";
import { Fencing } from "../fencing/fencing";
import { OperatorLink } from "../host-operator/operator-link";
import { createAgentServer, secureContext } from "../http/server";
import { completeIdentity } from "../identity/identity";
import { IdentityKeeper } from "../identity/identity-keeper";
import { createFileLog, type Log } from "../log/log";
import { PluginGuards } from "../plugin-guard/plugin-guards";
import { RoleChecks } from "../role-check/role-checks";
import { AgentStore } from "../store/agent-store";
import type { Layout } from "../store/layout";
import { acquireExclusiveRight } from "../vip/exclusive";
import { closeAddressTools, closeEyes, openEyes } from "./address-tools";
import { AgentService } from "./agent-service";
import { ClusterRuntime } from "./cluster-runtime";
import { ClusterServices, type CreatePart } from "./cluster-services";
import { agentVersion } from "./version";

/** An agent that runs. */
export interface RunningAgent {
  /** Resolves when the process that touches addresses is gone. */
  readonly lost: Promise<void>;
  /** Tells that process that this one lives. */
  readonly beat: () => void;
  /** Releases every address and ends everything. Concurrent calls share one end. */
  stop(): Promise<void>;
}

/** Why an agent did not start although nothing failed. */
export type StartRefusal = { readonly kind: "refused"; readonly reason: "another-agent" };

const listenRetryMs = 1000;

/**
 * Starts the agent of this host, once the process that touches addresses is there. Throws AddressHelperError when that does not come
 * up, StoreError when a file of its own cannot be used, or Error when it cannot see addresses here.
 */
export async function startAgent(layout: Layout): Promise<RunningAgent | StartRefusal> {
  const log = createFileLog(layout.logFile);
  // While the other process loads.
  const eyes = openEyes();
  const client = await AddressHelperClient.open(layout.handsSocket);
  if (client === null) {
    return refuse(log, () => closeEyes(eyes));
  }
  const office = createGrantClient(client);
  const keeper = new IdentityKeeper({
    identity: completeIdentity(client.hello.identity),
    nextKeyFile: layout.nextKeyFile,
    keep: (renewal) => office.keepRenewal(renewal),
  });
  // The host's own right first: two agents of one host must not even share a control socket.
  const right = await acquireExclusiveRight(keeper.identity.bootstrap.hostId);
  if (right === null) {
    return refuse(log, () => {
      closeEyes(eyes);
      client.close();
    });
  }
  const bootId = (await readFile("/proc/sys/kernel/random/boot_id", "utf8")).trim();
  const gateways = await readGateways();
  const hands = createRemoteAddressTools(client, eyes, log);
  let server: Server | undefined;
  const operator = new OperatorLink(layout);
  const roleChecks = new RoleChecks(keeper.identity.bootstrap.listenAddress, log);
  const createPart: CreatePart = (own, clusterId) => {
    const store = new AgentStore(own, bootId);
    let service: AgentService | undefined;
    const runtime = new ClusterRuntime({
      hands,
      identity: keeper.identity,
      log,
      persist: (vip) => store.writeVip(vip),
      gateways: () => gateways,
      onChange: () => service?.notify(),
    });
    const guards = new PluginGuards({ office, runtime, log, onChange: () => service?.notify() });
    guards.start();
    service = new AgentService({
      identity: () => keeper.identity,
      hands,
      office,
      store,
      fences: new Fencing({
        layout: own,
        readKeys: () => office.readKeys(),
        runtime,
        hostId: () => keeper.identity.bootstrap.hostId,
        log,
      }),
      operator,
      roleChecks,
      runtime,
      guards,
      clusterId,
      listHeld: () => listHeld(services.list(), office),
      onForgotten: (forgotten) => services.end(forgotten),
      bootId,
      log,
      hasSupervisor,
      takeRight: acquireExclusiveRight,
      requestCertificate: () => keeper.requestCertificate(),
      putCertificate: async (grant) => {
        const identity = await keeper.putCertificate(grant);
        server?.setSecureContext(secureContext(identity));
        services.renewIdentity(identity);
        log.info("certificate renewed", { expiresAt: identity.expiresAt.toISOString() });
      },
    });
    return { service, runtime };
  };
  const services = new ClusterServices(layout, operator, createPart, log);
  if (!(await services.restore())) {
    return refuse(log, () => {
      roleChecks.stop();
      closeAddressTools(hands);
      client.close();
    });
  }
  operator.watch(() => {
    for (const service of services.list()) service.notify();
  });
  const control = await startControlServer(layout.controlSocket, services, log);
  server = createAgentServer(keeper.identity, services, log);
  const { listenAddress, port } = keeper.identity.bootstrap;
  const stopListening = listen(server, listenAddress, port, log);
  log.info("agent started", {
    agentVersion,
    listenAddress,
    port,
    actuator: hands.actuator.kind,
    gate: hands.gate.kind,
  });
  const endings = [
    () => operator.stop(),
    () => roleChecks.stop(),
    stopListening,
    () => closeControl(control),
    () => closeAddressTools(hands),
    () => client.close(),
  ];
  return {
    ...createRunning(services, endings, log),
    lost: client.lost,
    beat: () => office.beat(),
  };
}

async function refuse(log: Log, end: () => void): Promise<StartRefusal> {
  log.error("another agent runs on this host; this one ends and touches nothing");
  end();
  await log.flush();
  return { kind: "refused", reason: "another-agent" };
}

/** What this host keeps a document or a permit of. */
function listHeld(services: readonly AgentService[], office: GrantClient): HeldCluster[] {
  const held = services.flatMap((service) => {
    const clusterId = service.isEmpty ? null : service.clusterId;
    return clusterId === null ? [] : [{ clusterId, epoch: service.epoch() ?? 0 }];
  });
  const permitted = office.list().filter((one) => !held.some(({ clusterId }) => clusterId === one.clusterId));
  return [...held, ...permitted.map(({ clusterId, epoch }) => ({ clusterId, epoch }))];
}

function createRunning(
  services: ClusterServices,
  endings: readonly (() => void)[],
  log: Log,
): Pick<RunningAgent, "stop"> {
  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    log.info("agent stops");
    await services.stop();
    for (const end of endings) {
      end();
    }
    await log.flush();
  };
  return {
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** Listens as soon as the address and port are free; the VIP loop does not wait for it. */
function listen(server: Server, address: string, port: number, log: Log): () => void {
  let retry: NodeJS.Timeout | undefined;
  const attempt = (): void => {
    server.listen({ host: address, port });
  };
  server.on("error", (error) => {
    log.error("cannot listen; the console and the peers cannot reach this agent", {
      address,
      port,
      error: error.message,
    });
    retry = setTimeout(attempt, listenRetryMs);
  });
  attempt();
  return () => {
    clearTimeout(retry);
    server.removeAllListeners("error");
    server.on("error", () => undefined);
    server.close();
    server.closeAllConnections();
  };
}

function closeControl(control: ControlServer): void {
  control.close();
  control.closeAllConnections();
}

/** The supervisor names itself in the environment of what it starts. */
function hasSupervisor(): boolean {
  return process.env.PRIMACY_SUPERVISOR_PID === String(process.ppid);
}
