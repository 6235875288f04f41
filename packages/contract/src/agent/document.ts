import { z } from "zod";
import { HostAddress, MacAddress, NicName, Port, PrefixLength, VipAddress } from "../primitives/address";
import { isPrefixOf } from "../primitives/address-text";
import { Id } from "../primitives/scalar";
import { ConnectionPolicy, ReadVipRules, VipKind, VipTimings } from "../vip/vip";
import { PluginGuard } from "./plugin-guard";

/** The agent protocol spoken by this version. A console refuses an agent that speaks another, and offers the upgrade. */
export const agentProtocol = 2;

/** Where the agent listens unless a host says otherwise. */
export const defaultAgentPort = 7433;

/**
 * A maintenance mode of one VIP on one agent: `hold` keeps what is held but acquires nothing, `release` lets go and
 * stays away. In a document `hold` says that the VIP is paused, which the host's own maintenance neither ends nor is.
 */
export const MaintenanceMode = z.enum(["none", "hold", "release"]);
export type MaintenanceMode = z.infer<typeof MaintenanceMode>;

/** A peer whose release must be proved before this host may bind: every configured host of the cluster but itself. */
export const AgentPeer = z.strictObject({
  hostId: Id,
  name: z.string(),
  address: HostAddress,
  port: Port,
  /** Its Ethernet addresses on the VIP's network: none of them is a stranger. */
  macs: z.array(MacAddress),
});
export type AgentPeer = z.infer<typeof AgentPeer>;

/** One VIP as an agent needs to know it. The kernel address is always a /32 or /128; `prefixLength` is the network it fits. */
export const AgentVip = z
  .strictObject({
    vipId: Id,
    kind: VipKind,
    address: VipAddress,
    prefixLength: PrefixLength,
    nic: NicName,
    /** TCP ports behind the RST gate. */
    ports: z.array(Port).min(1),
    maintenance: MaintenanceMode,
    /** Absent: `cut`. */
    onRelease: ConnectionPolicy.optional(),
    /** Of a read VIP. */
    reads: ReadVipRules.optional(),
    /**
     * The hosts are being told of this VIP: as with `mayAcquire` false, but for it alone, so that others stay where they are.
     * Only where there are several.
     */
    isJoining: z.boolean().optional(),
    /** Of a read VIP: an operator has paused it, so that whoever assigns read VIPs leaves it where it is. */
    isPinned: z.boolean().optional(),
  })
  .refine((vip) => isPrefixOf(vip.address, vip.prefixLength), {
    error: "prefix_length_invalid",
    path: ["prefixLength"],
  });
export type AgentVip = z.infer<typeof AgentVip>;

/** How the agent reaches the MySQL server of its own host. The password is not here (see `AgentCredential`). */
export const AgentMysql = z.strictObject({
  serverUuid: Id,
  address: HostAddress,
  port: Port,
  adminAddress: HostAddress.nullable(),
  adminPort: Port.nullable(),
  user: z.string().min(1).max(32),
});
export type AgentMysql = z.infer<typeof AgentMysql>;

/**
 * The whole wanted configuration of one agent. It replaces the one before it; a lower epoch is refused.
 * Two-phase join: while `mayAcquire` is false the agent answers peers and watches, but binds nothing.
 */
export const AgentDocument = z.strictObject({
  protocol: z.literal(agentProtocol),
  clusterId: Id,
  clusterName: z.string(),
  epoch: z.number().int().nonnegative(),
  hostId: Id,
  hostName: z.string(),
  mayAcquire: z.boolean(),
  mysql: AgentMysql,
  peers: z.array(AgentPeer),
  vips: z.array(AgentVip),
  timings: VipTimings,
  /** Of the addresses that a plugin moves, those that this host guards; absent: none. Only agents that can are told of it. */
  guards: z.array(PluginGuard).min(1).optional(),
});
export type AgentDocument = z.infer<typeof AgentDocument>;

/** The password of the agent's own MySQL account; kept in a 0600 file on the host, never returned. */
export const AgentCredential = z.strictObject({
  user: z.string().min(1).max(32),
  password: z.string().min(1).max(256),
});
export type AgentCredential = z.infer<typeof AgentCredential>;

/** What installation writes beside the certificate: who the agent is and where it listens. Kept on the host as JSON. */
export const AgentBootstrap = z.strictObject({
  hostId: Id,
  hostName: z.string(),
  consoleId: Id,
  listenAddress: HostAddress,
  port: Port,
});
export type AgentBootstrap = z.infer<typeof AgentBootstrap>;

/** The identity in a certificate's URI subject alternative name. `metrics` may read an agent's metrics, and nothing else. */
export type CertificateIdentity =
  | { readonly kind: "console" | "metrics"; readonly consoleId: string }
  | { readonly kind: "host"; readonly consoleId: string; readonly hostId: string };

/** `spiffe://primacy/<console>/console`, `…/metrics` or `…/host/<host>`. */
export function certificateUri(identity: CertificateIdentity): string {
  const base = `spiffe://primacy/${identity.consoleId}`;
  return identity.kind === "host" ? `${base}/host/${identity.hostId}` : `${base}/${identity.kind}`;
}

/** Reads a URI made by `certificateUri`; null for anything else. */
export function parseCertificateUri(uri: string): CertificateIdentity | null {
  const match = /^spiffe:\/\/primacy\/([0-9a-f-]{36})\/(?:(console|metrics)|host\/([0-9a-f-]{36}))$/.exec(
    uri,
  );
  if (match === null) return null;
  const [, consoleId, kind, hostId] = match;
  if (consoleId === undefined) return null;
  if (kind === "console" || kind === "metrics") return { kind, consoleId };
  return hostId === undefined ? null : { kind: "host", consoleId, hostId };
}

/**
 * A DNS name in every agent's certificate. Clients that know no URI names, such as Prometheus, demand it to know that
 * an agent of this console answers; which one, it does not say.
 */
export const agentServerName = "agent.primacy.internal";
