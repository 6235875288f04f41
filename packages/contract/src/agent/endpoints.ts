import { z } from "zod";
import { Id } from "../primitives/scalar";
import { AddressGrantAccepted, SignedAddressGrant } from "./address-grant";
import { AgentCredential, AgentDocument, MaintenanceMode } from "./document";
import { DrainRequest, DrainState } from "./drain";
import { FenceAccepted, FenceRequest, OperatorKeys } from "./fence";
import { HostMachine } from "./host-machine";
import {
  HostOperatorAnswer,
  HostOperatorReport,
  HostOperatorRequest,
  HostOperatorSummary,
} from "./host-operator";
import { HostSamples, HostSamplesRequest } from "./host-samples";
import { FoundLoadProgram, LoadProgramRequest, LoadTools } from "./load-tools";
import { NextStartRequest, NextStartSettings } from "./next-start";
import { HostObservation, ObserveRequest } from "./observation";
import { PeerHint, ReleaseReply, ReleaseRequest } from "./peer";
import { PluginHost, PluginHostRequest } from "./plugin-host";
import { PluginPath, PluginPathRequest } from "./plugin-path";
import { ProbeOrder, ProbeQuestion, ProbeReport } from "./probe";
import { ProxyPrograms } from "./proxy-programs";
import { AssignmentReply, AssignmentRequest, ReadFitness } from "./reads";
import { ReportedMessage } from "./reported-message";
import { RoleCheckOrder } from "./role-check";
import { AgentClock, AgentStatus } from "./status";
import { WireWatchAccepted, WireWatchOrder } from "./wire-watch";

/**
 * Says in a request which cluster is meant: an agent whose host runs servers of several answers as if it were that cluster's
 * alone. Without it, the first cluster of the host is meant.
 */
export const clusterHeader = "primacy-cluster";

/** A cluster that an agent keeps a document or a permit of. */
export const HeldCluster = z.object({ clusterId: Id, epoch: z.number().int() });
export type HeldCluster = z.infer<typeof HeldCluster>;

/** The first question to any agent, of any protocol version. Extra fields of later versions are ignored. */
export const AgentHello = z.object({
  protocol: z.number().int(),
  agentVersion: z.string(),
  hostId: Id,
  clusterId: Id.nullable(),
  epoch: z.number().int().nullable(),
  clock: AgentClock,
  /** The MySQL server whose word alone counts for this agent's right to an address; null without a document. */
  serverUuid: Id.nullable(),
  /** What it can do beyond the first version of its protocol, for consoles and agents that ask before they make use of it. */
  abilities: z.array(z.string()),
  /** Whether it could hold read VIPs now; absent where it has none to hold. */
  reads: ReadFitness.optional(),
  /** All clusters of its host, whichever was asked of. */
  clusters: z.array(HeldCluster),
  /** Absent: nothing is known of it yet. */
  operator: HostOperatorSummary.optional(),
});
export type AgentHello = z.infer<typeof AgentHello>;

/** The codes with which an agent refuses; `details` has a sentence for each reason. */
export const AgentRefusal = z.object({
  code: z.enum([
    "bad_request",
    "wrong_role",
    "wrong_cluster",
    "not_a_peer",
    "epoch_too_low",
    "unconfigured",
    "unknown_vip",
    "rate_limited",
    "order_refused",
    "not_found",
    "internal_error",
  ]),
  details: z.array(ReportedMessage),
  /** The epoch that the agent holds, or once held where it refuses a permit for that: a restored console can adopt it. */
  epoch: z.number().int().nullable(),
});
export type AgentRefusal = z.infer<typeof AgentRefusal>;

/** What `PUT /v2/document` answers once the document is on disk and the old VIPs that it drops are released. */
export const DocumentAccepted = z.object({ epoch: z.number().int(), documentHash: z.string() });
export type DocumentAccepted = z.infer<typeof DocumentAccepted>;

/** Sets the maintenance mode of one VIP; survives a restart of the agent. */
export const MaintenanceRequest = z.strictObject({ vipId: Id, mode: MaintenanceMode });
export type MaintenanceRequest = z.infer<typeof MaintenanceRequest>;

/**
 * A switchover of the cluster is about to be ordered: the agent looks at its server's role more often until `forMs` are
 * over. It gives no right to anything, is kept in memory alone, and may be repeated.
 */
export const SwitchoverNotice = z.strictObject({
  clusterId: Id,
  forMs: z.number().int().min(100).max(60_000),
});
export type SwitchoverNotice = z.infer<typeof SwitchoverNotice>;

/** Forgets the cluster: every VIP is released, and document and credential are deleted. `epoch` must not be lower than the held one. */
export const ForgetRequest = z.strictObject({ clusterId: Id, epoch: z.number().int().nonnegative() });
export type ForgetRequest = z.infer<typeof ForgetRequest>;

/** A certificate signing request for a key that the agent just made; the key takes effect with its certificate. */
export const CertificateRequest = z.strictObject({ csrPem: z.string() });
export type CertificateRequest = z.infer<typeof CertificateRequest>;

/** The certificate for the pending key, with the console's CA. An expired or replaced certificate never drops a held VIP. */
export const CertificateGrant = z.strictObject({ certificatePem: z.string(), caPem: z.string() });
export type CertificateGrant = z.infer<typeof CertificateGrant>;

/** A line of the stream: the whole status after each change, and at least once a second. */
export const StreamFrame = z.object({ kind: z.literal("status"), status: AgentStatus });
export type StreamFrame = z.infer<typeof StreamFrame>;

const Empty = z.strictObject({});

/**
 * The agent's API: method, path, who may call (by the role in the client's certificate), body and answer.
 * `GET /hello` is the same in every protocol version; the rest carries the version in its path.
 * `GET /healthz` answers 200 `{"status":"ok"}` and `GET /metrics` Prometheus text, to any certificate of the console's CA.
 */
export const agentEndpoints = {
  hello: { method: "GET", path: "/hello", roles: ["console", "host"], body: null, answer: AgentHello },
  status: { method: "GET", path: `/v2/status`, roles: ["console"], body: null, answer: AgentStatus },
  /** Newline-delimited `StreamFrame`s until the client leaves. */
  stream: { method: "GET", path: "/v2/stream", roles: ["console"], body: null, answer: StreamFrame },
  putGrant: {
    method: "PUT",
    path: "/v2/permit",
    roles: ["console"],
    body: SignedAddressGrant,
    answer: AddressGrantAccepted,
  },
  putDocument: {
    method: "PUT",
    path: "/v2/document",
    roles: ["console"],
    body: AgentDocument,
    answer: DocumentAccepted,
  },
  putCredential: {
    method: "PUT",
    path: "/v2/credential",
    roles: ["console"],
    body: AgentCredential,
    answer: Empty,
  },
  observe: {
    method: "POST",
    path: "/v2/observe",
    roles: ["console"],
    body: ObserveRequest,
    answer: HostObservation,
  },
  /** What the next start of the server would set variables to, by its option files and its command line. */
  readNextStart: {
    method: "POST",
    path: "/v2/next-start",
    roles: ["console"],
    body: NextStartRequest,
    answer: NextStartSettings,
  },
  watchWire: {
    method: "PUT",
    path: "/v2/wire/watch",
    roles: ["console"],
    body: WireWatchOrder,
    answer: WireWatchAccepted,
  },
  setMaintenance: {
    method: "POST",
    path: "/v2/maintenance",
    roles: ["console"],
    body: MaintenanceRequest,
    answer: Empty,
  },
  expectSwitchover: {
    method: "POST",
    path: "/v2/switchover/expect",
    roles: ["console"],
    body: SwitchoverNotice,
    answer: Empty,
  },
  drain: { method: "POST", path: "/v2/drain", roles: ["console"], body: DrainRequest, answer: DrainState },
  /** Whose signature an order needs on this host. */
  listOperatorKeys: {
    method: "GET",
    path: "/v2/operator-keys",
    roles: ["console"],
    body: null,
    answer: OperatorKeys,
  },
  /** Takes an operator's signed word that hosts are off; refused with `order_refused` and every reason. */
  fence: { method: "POST", path: "/v2/fence", roles: ["console"], body: FenceRequest, answer: FenceAccepted },
  /** The host operator and its journal, as the agent reads it from its socket. */
  reportOperator: {
    method: "GET",
    path: "/v2/operator",
    roles: ["console"],
    body: null,
    answer: HostOperatorReport,
  },
  /** Passes a signed order on to the host operator; the agent can neither make nor change one. */
  orderOperator: {
    method: "POST",
    path: "/v2/operator/order",
    roles: ["console"],
    body: HostOperatorRequest,
    answer: HostOperatorAnswer,
  },
  /** With what load can be made from the host. The agent asks each tool for its version, as its own user. */
  listLoadTools: {
    method: "GET",
    path: "/v2/load-tools",
    roles: ["console"],
    body: null,
    answer: LoadTools,
  },
  /** Where the host has a program that a benchmark names. */
  findLoadProgram: {
    method: "POST",
    path: "/v2/load-program",
    roles: ["console"],
    body: LoadProgramRequest,
    answer: FoundLoadProgram,
  },
  /** What the host did in each of the last seconds. It is looked at from the first such question until two minutes after the last. */
  listHostSamples: {
    method: "POST",
    path: "/v2/host-samples",
    roles: ["console"],
    body: HostSamplesRequest,
    answer: HostSamples,
  },
  /** What the host is made of: its kernel, its processors, its memory. */
  describeMachine: {
    method: "GET",
    path: "/v2/machine",
    roles: ["console"],
    body: null,
    answer: HostMachine,
  },
  /** Switches the check for proxies on or off for one cluster; kept over a restart. */
  putRoleCheck: {
    method: "PUT",
    path: "/v2/role-check",
    roles: ["console"],
    body: RoleCheckOrder,
    answer: Empty,
  },
  /** Of what proxies could be made on the host; asked for in the same way. */
  listProxyPrograms: {
    method: "GET",
    path: "/v2/proxy-programs",
    roles: ["console"],
    body: null,
    answer: ProxyPrograms,
  },
  /** The server that would load a VIP plugin: its process, its option files and the plugin's library. */
  observePlugin: {
    method: "POST",
    path: "/v2/plugin-host",
    roles: ["console"],
    body: PluginHostRequest,
    answer: PluginHost,
  },
  /** The path over which the plugins of a group speak with each other, tried from this host. */
  tryPluginPath: {
    method: "POST",
    path: "/v2/plugin-path",
    roles: ["console"],
    body: PluginPathRequest,
    answer: PluginPath,
  },
  /** Begins to play clients through ways to the database. Sent again for a probe that is there, it changes nothing. */
  startProbe: {
    method: "POST",
    path: "/v2/probe/start",
    roles: ["console"],
    body: ProbeOrder,
    answer: ProbeReport,
  },
  /** What clients met since an earlier question; `stop` ends them first. Refused with `not_found` where the agent has no such probe. */
  readProbe: {
    method: "POST",
    path: "/v2/probe",
    roles: ["console"],
    body: ProbeQuestion,
    answer: ProbeReport,
  },
  forget: { method: "POST", path: "/v2/forget", roles: ["console"], body: ForgetRequest, answer: Empty },
  requestCertificate: {
    method: "POST",
    path: "/v2/certificate/request",
    roles: ["console"],
    body: Empty,
    answer: CertificateRequest,
  },
  putCertificate: {
    method: "PUT",
    path: "/v2/certificate",
    roles: ["console"],
    body: CertificateGrant,
    answer: Empty,
  },
  requestRelease: {
    method: "POST",
    path: "/v2/peer/release",
    roles: ["host"],
    body: ReleaseRequest,
    answer: ReleaseReply,
  },
  hintPeer: { method: "POST", path: "/v2/peer/hint", roles: ["host"], body: PeerHint, answer: Empty },
  /** Asks the group, through the server of another host, who has a read VIP. */
  askAssignment: {
    method: "POST",
    path: "/v2/peer/assignment",
    roles: ["host"],
    body: AssignmentRequest,
    answer: AssignmentReply,
  },
} as const;
export type AgentEndpointName = keyof typeof agentEndpoints;
