import { type AgentRepository, createAgentRepository } from "../agent/agent-repository";
import type { Actor } from "../audit/actor";
import {
  type AuditReader,
  type AuditRepository,
  createAuditReader,
  createAuditRepository,
} from "../audit/audit-repository";
import { type BenchmarkReader, createBenchmarkReader } from "../benchmark/benchmark-reader";
import { type BenchmarkRepository, createBenchmarkRepository } from "../benchmark/benchmark-repository";
import {
  type CertificateReader,
  type CertificateRepository,
  createCertificateReader,
  createCertificateRepository,
} from "../certificate/certificate-repository";
import { type ClusterReader, createClusterReader } from "../cluster/cluster-reader";
import { type ClusterRepository, createClusterRepository } from "../cluster/cluster-repository";
import type { RepositoryContext } from "../connection/context";
import {
  createDrillReader,
  createDrillRepository,
  type DrillReader,
  type DrillRepository,
} from "../drill/drill-repository";
import {
  createDrillSeriesReader,
  createDrillSeriesRepository,
  type DrillSeriesReader,
  type DrillSeriesRepository,
} from "../drill/drill-series-repository";
import {
  createEndpointReader,
  createEndpointRepository,
  type EndpointReader,
  type EndpointRepository,
} from "../endpoint/endpoint-repository";
import { translated } from "../errors/translated";
import {
  createEventReader,
  createEventRepository,
  type EventReader,
  type EventRepository,
} from "../event/event-repository";
import { createHostReader, type HostReader } from "../host/host-reader";
import { createHostRepository, type HostRepository } from "../host/host-repository";
import {
  createIdempotencyRepository,
  type IdempotencyRepository,
} from "../idempotency/idempotency-repository";
import {
  createIncidentReader,
  createIncidentRepository,
  type IncidentReader,
  type IncidentRepository,
} from "../incident/incident-repository";
import { createOperationReader, type OperationReader } from "../operation/operation-reader";
import { createOperationRepository, type OperationRepository } from "../operation/operation-repository";
import { createOperationWork, type OperationWork } from "../operation/operation-work";
import {
  createPluginLibraryReader,
  createPluginLibraryRepository,
  type PluginLibraryReader,
  type PluginLibraryRepository,
} from "../plugin-library/plugin-library-repository";
import {
  createProberReader,
  createProberRepository,
  type ProberReader,
  type ProberRepository,
} from "../prober/prober-repository";
import {
  createMigrationReader,
  createMigrationRepository,
  type MigrationReader,
  type MigrationRepository,
} from "../proxy/migration-repository";
import {
  createProxyReader,
  createProxyRepository,
  type ProxyReader,
  type ProxyRepository,
} from "../proxy/proxy-repository";
import { createRetentionRepository, type RetentionRepository } from "../retention/retention-repository";
import {
  createSampleReader,
  createSampleRepository,
  type SampleReader,
  type SampleRepository,
} from "../sample/sample-repository";
import {
  createSecretReader,
  createSecretRepository,
  type SecretReader,
  type SecretRepository,
} from "../secret/secret-repository";
import {
  createSessionReader,
  createSessionRepository,
  type SessionReader,
  type SessionRepository,
} from "../session/session-repository";
import {
  createSettingReader,
  createSettingRepository,
  type SettingReader,
  type SettingRepository,
} from "../setting/setting-repository";
import { createSignInRepository, type SignInRepository } from "../sign-in/sign-in-repository";
import {
  createTokenReader,
  createTokenRepository,
  type TokenReader,
  type TokenRepository,
} from "../token/token-repository";
import {
  createTopologyReader,
  createTopologyRepository,
  type TopologyReader,
  type TopologyRepository,
} from "../topology/topology-repository";
import {
  createUserReader,
  createUserRepository,
  type UserReader,
  type UserRepository,
} from "../user/user-repository";
import {
  createVipReader,
  createVipRepository,
  type VipReader,
  type VipRepository,
} from "../vip/vip-repository";
import { createWatchRepository, type WatchRepository } from "../watch/watch-repository";
import {
  createWorkerReader,
  createWorkerRepository,
  type WorkerReader,
  type WorkerRepository,
} from "../worker/worker-repository";

/** Everything that can be read without a transaction; each call sees what is committed when it runs. */
export interface Readers {
  readonly audit: AuditReader;
  readonly benchmarks: BenchmarkReader;
  readonly certificates: CertificateReader;
  readonly clusters: ClusterReader;
  readonly drillSeries: DrillSeriesReader;
  readonly drills: DrillReader;
  readonly incidents: IncidentReader;
  readonly probers: ProberReader;
  readonly endpoints: EndpointReader;
  readonly events: EventReader;
  readonly hosts: HostReader;
  readonly migrations: MigrationReader;
  readonly operations: OperationReader;
  readonly pluginLibraries: PluginLibraryReader;
  readonly proxies: ProxyReader;
  readonly samples: SampleReader;
  readonly secrets: SecretReader;
  readonly sessions: SessionReader;
  readonly settings: SettingReader;
  readonly tokens: TokenReader;
  readonly topologies: TopologyReader;
  readonly users: UserReader;
  readonly vips: VipReader;
  readonly workers: WorkerReader;
}

/** One transaction: everything that can be read and changed in it. Changes exist nowhere else. */
export interface UnitOfWork extends Readers {
  readonly actor: Actor;
  readonly agents: AgentRepository;
  readonly audit: AuditRepository;
  readonly benchmarks: BenchmarkRepository;
  readonly certificates: CertificateRepository;
  readonly clusters: ClusterRepository;
  readonly drillSeries: DrillSeriesRepository;
  readonly drills: DrillRepository;
  readonly incidents: IncidentRepository;
  readonly probers: ProberRepository;
  readonly endpoints: EndpointRepository;
  readonly events: EventRepository;
  readonly hosts: HostRepository;
  readonly idempotency: IdempotencyRepository;
  readonly migrations: MigrationRepository;
  readonly operations: OperationRepository;
  readonly pluginLibraries: PluginLibraryRepository;
  readonly proxies: ProxyRepository;
  readonly retention: RetentionRepository;
  readonly samples: SampleRepository;
  readonly secrets: SecretRepository;
  readonly sessions: SessionRepository;
  readonly settings: SettingRepository;
  readonly signIns: SignInRepository;
  readonly tokens: TokenRepository;
  readonly topologies: TopologyRepository;
  readonly users: UserRepository;
  readonly vips: VipRepository;
  readonly watches: WatchRepository;
  /** How workers carry out operations. */
  readonly work: OperationWork;
  readonly workers: WorkerRepository;
}

/** Makes the readers; what they throw is translated. */
export function createReaders(context: RepositoryContext): Readers {
  return {
    audit: translated(createAuditReader(context)),
    benchmarks: translated(createBenchmarkReader(context)),
    certificates: translated(createCertificateReader(context)),
    clusters: translated(createClusterReader(context)),
    drillSeries: translated(createDrillSeriesReader(context)),
    drills: translated(createDrillReader(context)),
    incidents: translated(createIncidentReader(context)),
    probers: translated(createProberReader(context)),
    endpoints: translated(createEndpointReader(context)),
    events: translated(createEventReader(context)),
    hosts: translated(createHostReader(context)),
    migrations: translated(createMigrationReader(context)),
    operations: translated(createOperationReader(context)),
    pluginLibraries: translated(createPluginLibraryReader(context)),
    proxies: translated(createProxyReader(context)),
    samples: translated(createSampleReader(context)),
    secrets: translated(createSecretReader(context)),
    sessions: translated(createSessionReader(context)),
    settings: translated(createSettingReader(context)),
    tokens: translated(createTokenReader(context)),
    topologies: translated(createTopologyReader(context)),
    users: translated(createUserReader(context)),
    vips: translated(createVipReader(context)),
    workers: translated(createWorkerReader(context)),
  };
}

/** Makes the repositories of one transaction; `onAudit` hears of each audit entry. */
export function createUnitOfWork(context: RepositoryContext, actor: Actor, onAudit: () => void): UnitOfWork {
  return {
    actor,
    agents: translated(createAgentRepository(context)),
    audit: translated(createAuditRepository(context, actor, onAudit)),
    benchmarks: translated(createBenchmarkRepository(context)),
    certificates: translated(createCertificateRepository(context)),
    clusters: translated(createClusterRepository(context)),
    drillSeries: translated(createDrillSeriesRepository(context)),
    drills: translated(createDrillRepository(context)),
    incidents: translated(createIncidentRepository(context)),
    probers: translated(createProberRepository(context)),
    endpoints: translated(createEndpointRepository(context)),
    events: translated(createEventRepository(context)),
    hosts: translated(createHostRepository(context)),
    idempotency: translated(createIdempotencyRepository(context)),
    migrations: translated(createMigrationRepository(context)),
    operations: translated(createOperationRepository(context, actor)),
    pluginLibraries: translated(createPluginLibraryRepository(context)),
    proxies: translated(createProxyRepository(context)),
    retention: translated(createRetentionRepository(context)),
    samples: translated(createSampleRepository(context)),
    secrets: translated(createSecretRepository(context)),
    sessions: translated(createSessionRepository(context)),
    settings: translated(createSettingRepository(context)),
    signIns: translated(createSignInRepository(context)),
    tokens: translated(createTokenRepository(context)),
    topologies: translated(createTopologyRepository(context)),
    users: translated(createUserRepository(context)),
    vips: translated(createVipRepository(context)),
    watches: translated(createWatchRepository(context)),
    work: translated(createOperationWork(context)),
    workers: translated(createWorkerRepository(context)),
  };
}
