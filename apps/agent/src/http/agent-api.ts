import type {
  AddressGrantAccepted,
  AgentCredential,
  AgentDocument,
  AgentHello,
  AgentStatus,
  AssignmentReply,
  AssignmentRequest,
  CertificateGrant,
  CertificateRequest,
  DocumentAccepted,
  DrainRequest,
  DrainState,
  FenceAccepted,
  FenceRequest,
  ForgetRequest,
  FoundLoadProgram,
  HostMachine,
  HostObservation,
  HostOperatorAnswer,
  HostOperatorReport,
  HostOperatorRequest,
  HostSamples,
  HostSamplesRequest,
  LoadProgramRequest,
  LoadTools,
  MaintenanceRequest,
  NextStartRequest,
  NextStartSettings,
  ObserveRequest,
  OperatorKeys,
  PeerHint,
  PluginHost,
  PluginHostRequest,
  PluginPath,
  PluginPathRequest,
  ProbeOrder,
  ProbeQuestion,
  ProbeReport,
  ProxyPrograms,
  ReleaseReply,
  ReleaseRequest,
  RoleCheckOrder,
  SignedAddressGrant,
  SwitchoverNotice,
  WireWatchAccepted,
  WireWatchOrder,
} from "@primacy/contract/agent";

/** What the server asks of the agent. Every call may throw RefusalError; anything else is an internal error. */
export interface AgentApi {
  hello(): AgentHello;
  status(): AgentStatus;
  /**
   * Calls back with the status after each change and at least once a second, until the returned function is called, or
   * `onEnd` was: another part answers from then on.
   */
  followStatus(onStatus: (status: AgentStatus) => void, onEnd: () => void): () => void;
  putGrant(signed: SignedAddressGrant): Promise<AddressGrantAccepted>;
  putDocument(document: AgentDocument): Promise<DocumentAccepted>;
  putCredential(credential: AgentCredential): Promise<void>;
  observe(request: ObserveRequest, signal: AbortSignal): Promise<HostObservation>;
  readNextStart(request: NextStartRequest): Promise<NextStartSettings>;
  watchWire(order: WireWatchOrder): WireWatchAccepted;
  setMaintenance(request: MaintenanceRequest): Promise<void>;
  drain(request: DrainRequest): Promise<DrainState>;
  expectSwitchover(notice: SwitchoverNotice): void;
  listOperatorKeys(): Promise<OperatorKeys>;
  fence(request: FenceRequest): Promise<FenceAccepted>;
  putRoleCheck(order: RoleCheckOrder): Promise<void>;
  forget(request: ForgetRequest): Promise<void>;
  requestCertificate(): Promise<CertificateRequest>;
  putCertificate(grant: CertificateGrant): Promise<void>;
  /** `peerHostId` is the host in the caller's certificate. */
  requestRelease(peerHostId: string, request: ReleaseRequest, signal: AbortSignal): Promise<ReleaseReply>;
  hintPeer(peerHostId: string, hint: PeerHint): void;
  askAssignment(peerHostId: string, request: AssignmentRequest): Promise<AssignmentReply>;
  /** The epoch that the agent holds, for refusals. */
  epoch(): number | null;
}

/** The host operator of the agent's host, which is of no cluster. */
export interface OperatorCalls {
  report(): Promise<HostOperatorReport>;
  order(request: HostOperatorRequest): Promise<HostOperatorAnswer>;
}

/** The agent as each of its clusters sees it. */
export interface AgentApis {
  readonly operator: OperatorCalls;
  /** With what load can be made from this host. */
  listLoadTools(signal: AbortSignal): Promise<LoadTools>;
  /** Where this host has a program that somebody names. */
  findLoadProgram(request: LoadProgramRequest): Promise<FoundLoadProgram>;
  /** What this host did in each of the last seconds. */
  listHostSamples(request: HostSamplesRequest): Promise<HostSamples>;
  /** What this host is made of. */
  describeMachine(): HostMachine;
  /** Of what proxies could be made on this host. */
  listProxyPrograms(signal: AbortSignal): Promise<ProxyPrograms>;
  /** What this host's server and its VIP plugin are like. */
  observePlugin(request: PluginHostRequest, signal: AbortSignal): Promise<PluginHost>;
  /** Over which path this host's VIP plugin reaches those of other members. */
  tryPluginPath(request: PluginPathRequest): Promise<PluginPath>;
  /** Plays clients for a drill. Throws RefusalError while others are played. */
  startProbe(order: ProbeOrder): ProbeReport;
  /** What those clients met. Throws RefusalError where there are none of that name. */
  readProbe(question: ProbeQuestion): Promise<ProbeReport>;
  /** Of the cluster that is named, or of the first one. `claims`: what is told is kept. Throws RefusalError. */
  get(clusterId: string | null, claims: boolean): Promise<AgentApi>;
  /** Of a cluster that this host is in; null: of none such. */
  find(clusterId: string): AgentApi | null;
  /** Of the cluster that has the address asked for as one of its VIPs; null: none here has, or none was named. */
  findRival(request: ReleaseRequest): AgentApi | null;
  /** The figures of all of them. */
  metrics(): string;
}
