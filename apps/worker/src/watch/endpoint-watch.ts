import type { EndpointLook, EndpointNote, EndpointWay, Topology } from "@primacy/contract";
import {
  type EndpointView,
  isAway,
  keepLook,
  keyOfEndpoint,
  type ListedEndpoint,
  listAuthorities,
  listEndpoints,
  orderMembers,
  type SeatedMember,
  settledAfterMs,
} from "@primacy/core/endpoint";
import type { WatchLease } from "@primacy/db";
import { endpointOf, type LoadedCluster } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { nameOfMember } from "../endpoint/look-through";
import { findOwnAuthority } from "../endpoint/router-authority";
import { type SignIn, signInAt } from "../endpoint/sign-in";
import type { ServerAccount } from "../mysql/connect-server";
import { MetadataLook } from "./metadata-look";

/** A sign-in through every endpoint so often, and no more of them at once. */
const everyMs = 15_000;
const atOnce = 3;
/** What leads wrong, and what is new, is looked at this soon; and all of them when the primary has changed. */
const againAfterMs = settledAfterMs + 500;
/** What nobody answers at is tried again after this time: a proxy that is being set up is there soon. */
const silentAgainAfterMs = 5_000;

/** A look, and when it was. */
interface KeptLook {
  readonly look: EndpointLook;
  readonly way: EndpointWay;
  readonly atMs: number;
}

type Picture = Pick<Topology, "hosts" | "primaryMemberId">;

/** An endpoint, with the certificates that whoever answers may show beside those of the members. */
interface WatchedEndpoint {
  readonly endpoint: ListedEndpoint;
  readonly ownAuthority: string | null;
}

/**
 * Looks where each endpoint of one cluster leads, by signing in through it with the account that may do least. It runs beside the
 * watch: neither the picture nor its stream waits for it, and what it saw is stored apart from them.
 */
export class EndpointWatch {
  readonly #stopping = new AbortController();
  readonly #looks = new Map<string, KeptLook>();
  #running: Promise<void> | null = null;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #listedAtMs = Number.NEGATIVE_INFINITY;
  /** Its reading tells that something of the cluster has changed: perhaps which endpoints there are. */
  #listedFor: LoadedCluster | null = null;
  #primaryMemberId: string | null = null;
  /** When all are looked at although their time has not come: the primary has changed. */
  #dueAtMs = Number.POSITIVE_INFINITY;
  #picture: Picture | null = null;
  /** One comparison at a time; no look waits for it. */
  #comparing: Promise<void> | null = null;
  /** What the metadata of the cluster's MySQL Routers says against the group; undefined: not compared. */
  #note: EndpointNote | null | undefined;

  constructor(
    private readonly worker: WorkerContext,
    private readonly lease: WatchLease,
    private readonly metadata: Pick<MetadataLook, "compare" | "close"> = new MetadataLook(worker),
  ) {}

  /** Looks where it is time to; returns at once. */
  tick(loaded: LoadedCluster, picture: Picture | null): void {
    const nowMs = performance.now();
    this.#picture = picture;
    const primaryMemberId = picture?.primaryMemberId ?? null;
    if (primaryMemberId !== this.#primaryMemberId) {
      this.#primaryMemberId = primaryMemberId;
      this.#dueAtMs = nowMs + againAfterMs;
    }
    if (this.#running !== null || picture === null || nowMs - this.#listedAtMs < againAfterMs) return;
    const isAllDue = nowMs - this.#lookedAtMs >= everyMs || nowMs >= this.#dueAtMs;
    const isSomeDue = [...this.#looks.values()].some(isSoonDue);
    if (!isAllDue && !isSomeDue && loaded === this.#listedFor) return;
    this.#listedAtMs = nowMs;
    this.#listedFor = loaded;
    if (isAllDue) {
      this.#lookedAtMs = nowMs;
      this.#dueAtMs = Number.POSITIVE_INFINITY;
    }
    this.#running = this.#look(loaded, isAllDue)
      .catch((error: unknown) => {
        if (!this.#stopping.signal.aborted)
          this.worker.log.warn({ clusterId: this.lease.clusterId, err: error }, "endpoints not looked at");
      })
      .finally(() => {
        this.#running = null;
      });
  }

  /** Ends what runs. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await this.#comparing;
    this.metadata.close();
  }

  /** Looks at all, or only at what is new, leads wrong or nowhere. */
  async #look(loaded: LoadedCluster, isAll: boolean): Promise<void> {
    const account = await this.worker.db.clusters.findCredential(this.lease.clusterId, "verify");
    if (account === null) return;
    const watched = await this.#list(loaded);
    const isGone = this.#forgetOthers(watched);
    const due = watched.filter(({ endpoint }) => {
      const known = this.#looks.get(keyOfEndpoint(endpoint.ref));
      return !endpoint.isOff && (isAll || known === undefined || isSoonDue(known));
    });
    const waiting = [...due];
    const lookAtNext = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        await this.#lookAt(loaded, next, account);
    };
    if (isAll) this.#startComparing(loaded, watched);
    await Promise.all(Array.from({ length: atOnce }, lookAtNext));
    if (due.length > 0 || isGone) await this.#store();
  }

  async #store(): Promise<void> {
    const { db, actor } = this.worker;
    const looks = this.#age();
    await db.transact(actor, (unit) => unit.endpoints.recordLooks(this.lease, looks));
  }

  /** A primary that hangs holds up the comparison alone. What it finds is stored with the looks, or after them. */
  #startComparing(loaded: LoadedCluster, watched: readonly WatchedEndpoint[]): void {
    if (this.#comparing !== null) return;
    this.#comparing = this.#compareMetadata(loaded, watched)
      .catch((error: unknown) => {
        this.#note = undefined;
        if (!this.#stopping.signal.aborted)
          this.worker.log.warn({ clusterId: this.lease.clusterId, err: error }, "metadata not compared");
      })
      .finally(() => {
        this.#comparing = null;
      });
  }

  /** Only where a MySQL Router leads by it. */
  async #compareMetadata(loaded: LoadedCluster, watched: readonly WatchedEndpoint[]): Promise<void> {
    const hasRouter = watched.some(({ endpoint }) => isRouterWay(endpoint.way));
    if (!hasRouter) this.metadata.close();
    const { signal } = this.#stopping;
    const primaryId = this.#picture?.primaryMemberId ?? null;
    const before = this.#note;
    this.#note = hasRouter ? await this.metadata.compare(loaded.cluster, primaryId, signal) : undefined;
    // Looks that are under way store it themselves.
    if (this.#running === null && JSON.stringify(before) !== JSON.stringify(this.#note)) await this.#store();
  }

  async #list({ cluster, vips }: LoadedCluster): Promise<readonly WatchedEndpoint[]> {
    const { db } = this.worker;
    const proxies = await db.proxies.listByCluster(cluster.id);
    const custom = await db.endpoints.listCustom(cluster.id);
    const endpoints = listEndpoints({ members: cluster.members, vips, proxies, custom });
    return Promise.all(
      endpoints.map(async (endpoint) => ({
        endpoint,
        ownAuthority: await findOwnAuthority(this.worker, endpoint),
      })),
    );
  }

  /** True where one of those that were looked at is gone. */
  #forgetOthers(watched: readonly WatchedEndpoint[]): boolean {
    const keys = new Set(
      watched.filter(({ endpoint }) => !endpoint.isOff).map(({ endpoint }) => keyOfEndpoint(endpoint.ref)),
    );
    const gone = [...this.#looks.keys()].filter((key) => !keys.has(key));
    for (const key of gone) this.#looks.delete(key);
    return gone.length > 0;
  }

  async #lookAt(
    loaded: LoadedCluster,
    { endpoint, ownAuthority }: WatchedEndpoint,
    account: ServerAccount,
  ): Promise<void> {
    const key = keyOfEndpoint(endpoint.ref);
    const known = this.#looks.get(key) ?? null;
    const likely = orderMembers(endpoint, seatMembers(loaded, this.#picture), known?.look ?? null);
    const authorities = likely.map(({ authority }) => authority);
    const { address, port } = endpoint;
    const answer = await signInAt(
      { address, port },
      account,
      listAuthorities(endpoint, ownAuthority, authorities),
      this.#stopping.signal,
    );
    const nowMs = performance.now();
    // The group as it is now: it may have changed while the other end was silent.
    const members = seatMembers(loaded, this.#picture);
    const elapsedMs = known === null ? 0 : nowMs - known.atMs;
    const look = keepLook(endpoint, toView(answer), members, known?.look ?? null, elapsedMs);
    this.#looks.set(key, { look, way: endpoint.way, atMs: nowMs });
  }

  /** Everything that was seen, as old as it is now. */
  #age(): readonly EndpointLook[] {
    const nowMs = performance.now();
    const note = this.#note;
    return [...this.#looks.values()].map(({ look, atMs, way }) => {
      const elapsedMs = nowMs - atMs;
      const servers = look.servers.map((one) => ({ ...one, ageMs: one.ageMs + elapsedMs }));
      const aged = { ...look, ageMs: look.ageMs + elapsedMs, servers };
      return note === undefined || !isRouterWay(way) ? aged : { ...aged, metadata: note };
    });
  }
}

function isRouterWay(way: EndpointWay): boolean {
  return way === "router_write" || way === "router_read" || way === "router_split";
}

function isSoonDue({ look, atMs }: KeptLook): boolean {
  return (
    look.wrongForMs !== null ||
    (look.sight.kind === "silent" && performance.now() - atMs >= silentAgainAfterMs)
  );
}

function toView(answer: SignIn): EndpointView {
  if (answer.kind === "unreached") {
    const { why, reason } = answer;
    if (why === "silent") return { kind: why, reason };
    return { kind: "unverified", reason, isAuthorityKnown: why === "untrusted" };
  }
  const { serverUuid, hostName, isReadOnly, from, loginMs } = answer;
  return { kind: "reached", server: { serverUuid, hostName, isReadOnly, from }, loginMs };
}

function seatMembers(
  { cluster }: LoadedCluster,
  picture: Picture | null,
): readonly (SeatedMember & { readonly authority: string | null })[] {
  const seen = picture?.hosts.flatMap(({ members }) => members) ?? [];
  return cluster.members.map((member) => {
    const now = seen.find(({ memberId }) => memberId === member.id);
    return {
      memberId: member.id,
      serverUuid: member.serverUuid,
      name: nameOfMember(member),
      role: now?.role ?? null,
      isAway: now !== undefined && isAway(now),
      authority: endpointOf(member).authority,
    };
  });
}
