import { message, quote } from "@primacy/contract";
import type { AgentDocument } from "@primacy/contract/agent";
import type { GrantClient } from "../address-helper/remote-address-tools";
import { Fencing } from "../fencing/fencing";
import { readOperatorKeys } from "../fencing/operator-keys";
import { OperatorLink } from "../host-operator/operator-link";
import { RefusalError } from "../http/refusal";
import type { Identity } from "../identity/identity";
import { silentLog } from "../log/log";
import type { RoleChecks } from "../role-check/role-checks";
import type { AddressTools } from "../run/address-tools";
import { AgentService } from "../run/agent-service";
import { ClusterRuntime } from "../run/cluster-runtime";
import type { ClusterPart } from "../run/cluster-services";
import { AgentStore } from "../store/agent-store";
import type { Layout } from "../store/layout";
import { absentGate } from "../vip/gate/types";

function planIdentity({ hostId, hostName, clusterId }: AgentDocument): Identity {
  return {
    bootstrap: { hostId, hostName, consoleId: clusterId, listenAddress: "127.0.0.1", port: 7433 },
    keyPem: "",
    certificatePem: "",
    caPem: "",
    expiresAt: new Date("2100-01-01"),
  };
}

/** A host without interfaces. */
const hands: AddressTools = {
  actuator: {
    kind: "netlink",
    executeLease: async () => ({ kind: "failed", code: "ENODEV", reason: quote("ENODEV") }),
    executeRemove: async () => ({ kind: "done" }),
    listAddresses: async () => [],
    listLinks: async () => [],
    listNetwork: async () => ({ addresses: [], links: [] }),
    watchChanges: () => () => undefined,
    close: () => undefined,
  },
  gate: absentGate,
  killer: null,
  arp: null,
};

/** One that keeps no permit. */
function createOffice({ operatorKeysFile }: Layout): GrantClient {
  return {
    find: () => null,
    list: () => [],
    put: async () => {
      throw new RefusalError("bad_request", [message("grant.signature")]);
    },
    settle: async () => undefined,
    forget: async () => undefined,
    removeLeft: async () => ({ kind: "absent" }),
    readKeys: () => readOperatorKeys(operatorKeysFile),
    keepRenewal: async () => undefined,
    look: async () => ({
      capabilities: { hasNetAdmin: true, hasNetRaw: true },
      managers: [],
      configured: [],
    }),
    beat: () => undefined,
  };
}

/** What a part has besides what is on disk. */
export interface PartChange {
  readonly clusterId?: string | null;
  readonly onForgotten?: (clusterId: string) => Promise<void>;
  readonly roleChecks?: Pick<RoleChecks, "set">;
  /** Clusters of which another agent of the host has the right. */
  readonly taken?: ReadonlySet<string>;
}

/** A part of the agent over what is on disk, on a host without interfaces; of the host that the document is for. */
export function createTestPart(
  layout: Layout,
  document: AgentDocument,
  {
    clusterId = null,
    onForgotten = async () => undefined,
    roleChecks = { set: () => undefined },
    taken = new Set(),
  }: PartChange = {},
): ClusterPart {
  const identity = planIdentity(document);
  const office = createOffice(layout);
  const store = new AgentStore(layout, "boot-1");
  const runtime = new ClusterRuntime({
    hands,
    identity,
    log: silentLog,
    persist: (vip) => store.writeVip(vip),
    gateways: () => [],
    onChange: () => undefined,
  });
  const service = new AgentService({
    identity: () => identity,
    hands,
    office,
    store,
    fences: new Fencing({
      layout,
      readKeys: () => office.readKeys(),
      runtime,
      hostId: () => identity.bootstrap.hostId,
      log: silentLog,
    }),
    operator: new OperatorLink(layout),
    roleChecks,
    runtime,
    guards: { status: () => null, stop: () => undefined },
    clusterId,
    listHeld: () => [],
    onForgotten,
    bootId: "boot-1",
    log: silentLog,
    hasSupervisor: () => true,
    takeRight: async (of) => (taken.has(of) ? null : { release: async () => undefined }),
    requestCertificate: async () => "",
    putCertificate: async () => undefined,
  });
  return { service, runtime };
}
