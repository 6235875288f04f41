export type { AgentFacts, AgentRepository, PresentAgentState } from "./agent/agent-repository";
export { type Actor, systemActor } from "./audit/actor";
export type { AuditFilter, AuditReader, AuditRecord, AuditRepository } from "./audit/audit-repository";
export type { BenchmarkReader } from "./benchmark/benchmark-reader";
export type {
  BenchmarkDraft,
  BenchmarkRepository,
  BenchmarkRunDraft,
  BenchmarkRunOutcome,
} from "./benchmark/benchmark-repository";
export type { RunSecond, SourceSecond, SourceSeconds } from "./benchmark/run-seconds";
export type { RunTraffic, SourceCurve, SourceCurves } from "./benchmark/source-curves";
export type {
  AuthorityDraft,
  AuthorityRecord,
  CertificateDraft,
  CertificateReader,
  CertificateRecord,
  CertificateRepository,
  CertificateWithKey,
} from "./certificate/certificate-repository";
export type { ClusterCredential, ClusterReader, CredentialPurpose } from "./cluster/cluster-reader";
export type {
  ClusterDraft,
  ClusterRepository,
  ClusterUpdate,
  MemberDraft,
} from "./cluster/cluster-repository";
export type { ClusterRecord, LastObserved, MemberRecord } from "./cluster/cluster-row";
export { newId } from "./connection/new-id";
export { createDatabase, type Database, type DatabaseOptions } from "./database";
export { drillLeverKey, findDrillLever, setDrillLever } from "./drill/drill-lever";
export type { DrillDraft, DrillOutcome, DrillReader, DrillRepository } from "./drill/drill-repository";
export type {
  ClaimedDrillSeries,
  DrillSeriesChange,
  DrillSeriesDraft,
  DrillSeriesLease,
  DrillSeriesReader,
  DrillSeriesRepository,
} from "./drill/drill-series-repository";
export { DatabaseError, type DatabaseErrorCode } from "./errors/database-error";
export type { EventDraft, EventReader, EventRepository, EventsAfter } from "./event/event-repository";
export type { HostReader, SshAccess } from "./host/host-reader";
export type { HostRepository } from "./host/host-repository";
export type {
  IdempotencyDecision,
  IdempotencyRepository,
  IdempotentRequest,
} from "./idempotency/idempotency-repository";
export type { IncidentReader, IncidentRepository } from "./incident/incident-repository";
export type { NotificationHandler } from "./notification/listen";
export { Notification } from "./notification/notification";
export type { ExclusiveSubject } from "./operation/exclusion";
export type { ClaimedOperation, ClaimRequest, OperationLease } from "./operation/operation-lease";
export type { OperationFilter, OperationReader, QueuedOperation } from "./operation/operation-reader";
export type { OperationRepository, OperationRequest } from "./operation/operation-repository";
export type { StoredStep } from "./operation/operation-row";
export type { StepProgress } from "./operation/operation-steps";
export type { OperationOutcome, OperationWork } from "./operation/operation-work";
export { type PageRequest, parsePageRequest, type SortedPageRequest, toPage } from "./page/page-request";
export type {
  PluginLibraryDraft,
  PluginLibraryReader,
  PluginLibraryRepository,
} from "./plugin-library/plugin-library-repository";
export type { ProberCatch, ProberDraft, ProberReader, ProberRepository } from "./prober/prober-repository";
export { listProxyUse } from "./proxy/list-proxy-use";
export type {
  MigrationDraft,
  MigrationReader,
  MigrationRepository,
  StoredMigration,
} from "./proxy/migration-repository";
export type { ProxyReader, ProxyRepository, ProxyRestore } from "./proxy/proxy-repository";
export { defaultRetention, type PurgeCounts, type RetentionPolicy } from "./retention/retention-repository";
export type { MemberSample, SampleReader, SampleRepository } from "./sample/sample-repository";
export {
  loadMasterKey,
  type MasterKey,
  MasterKeyError,
  type MasterKeyErrorCode,
  type MasterKeySource,
  parseMasterKey,
} from "./secret/master-key";
export type { SecretPurpose, SecretReader, SecretRepository } from "./secret/secret-repository";
export type {
  SessionLimits,
  SessionReader,
  SessionRepository,
  SessionRequest,
  SessionWithUser,
} from "./session/session-repository";
export {
  type ConsoleKeyPair,
  findConsoleSshKey,
  openConsoleSshKey,
  storeConsoleSshKey,
} from "./setting/console-ssh-key";
export type { Setting, SettingReader, SettingRepository } from "./setting/setting-repository";
export type { SignInAdmission, SignInRepository } from "./sign-in/sign-in-repository";
export type { TokenReader, TokenRepository, TokenWithUser } from "./token/token-repository";
export type { TopologyReader, TopologyRecord, TopologyRepository } from "./topology/topology-repository";
export type { Readers, UnitOfWork } from "./unit-of-work/unit-of-work";
export { checkPassword, MIN_PASSWORD_LENGTH } from "./user/password";
export { type PasswordReset, type ResetPassword, resetPassword } from "./user/reset-password";
export type { UserReader, UserRepository } from "./user/user-repository";
export type { VipReader, VipRepository } from "./vip/vip-repository";
export type { WatchLease, WatchRepository } from "./watch/watch-repository";
export type { WorkerReader, WorkerRecord, WorkerRepository } from "./worker/worker-repository";
