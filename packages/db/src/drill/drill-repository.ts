import {
  Drill,
  DrillDetail,
  type DrillFindings,
  type DrillHeal,
  type DrillResult,
  type DrillWayFigures,
  type Page,
} from "@primacy/contract";
import { z } from "zod";
import type { RepositoryContext } from "../connection/context";
import { toInstant, toJson, toNullableInstant, toNullableJson } from "../connection/json";
import { notFound } from "../errors/database-error";
import type { Prisma } from "../generated/client";
import { notify } from "../notification/notification";
import { type PageRequest, toPage } from "../page/page-request";

/** A drill that begins. */
export interface DrillDraft
  extends Pick<
    Drill,
    | "id"
    | "clusterId"
    | "fault"
    | "endpoints"
    | "readEndpoints"
    | "objectiveMs"
    | "target"
    | "other"
    | "proxy"
    | "observer"
    | "requestedBy"
  > {
  readonly startedAt: Date;
  /** The series that ordered it; null: a person did. */
  readonly seriesId: string | null;
}

/** What a drill came to. */
export interface DrillOutcome extends DrillResult {
  readonly heal: DrillHeal;
  readonly endedAt: Date;
  /** What clients of each way met, in figures; null: nothing was recorded. */
  readonly outcomes: readonly DrillWayFigures[] | null;
  /** Absent: what was stored last stays. */
  readonly findings?: DrillFindings;
  /** JSON of all attempts, compressed by gzip; null: they are not known. */
  readonly samples: Uint8Array | null;
}

/** Reads drills. */
export interface DrillReader {
  /** Newest first, without what they found. */
  list(clusterId: string, page: PageRequest): Promise<Page<Drill>>;
  find(id: string): Promise<DrillDetail | null>;
  /** Those that have ended, of a cluster or of one of its series, newest first, `limit` at most. */
  listEnded(clusterId: string, seriesId: string | null, limit: number): Promise<readonly Drill[]>;
  /** See {@link DrillOutcome}; null also where there is no such drill. */
  readSamples(id: string): Promise<Uint8Array | null>;
}

/** Records drills. Every write may come twice. What is not there is thrown as `not_found`. */
export interface DrillRepository extends DrillReader {
  /** Stores one that runs. One that is there already stays as it is. */
  create(draft: DrillDraft): Promise<void>;
  /** Stores what is found by now. Nobody is notified: who watches a drill asks each second. */
  noteFindings(id: string, findings: DrillFindings): Promise<void>;
  /** Ends one; one that has ended stays as it is. */
  end(id: string, outcome: DrillOutcome): Promise<void>;
  /** Says whether its cluster is as it was. */
  noteHeal(id: string, heal: DrillHeal): Promise<void>;
}

/** Large, and of no use in a list. */
const bulk = { findings: true, samples: true } as const;
const named = { cluster: { select: { name: true } } } as const;

type Row = Prisma.DrillGetPayload<{ omit: typeof bulk; include: typeof named }>;

/** Reads through a connection or a transaction. */
export function createDrillReader({ connection }: RepositoryContext): DrillReader {
  return {
    async list(clusterId, { after, limit }) {
      const rows = await connection.drill.findMany({
        where: { clusterId, ...(after === null ? {} : { id: { lt: after.id } }) },
        orderBy: { id: "desc" },
        take: limit + 1,
        omit: bulk,
        include: named,
      });
      return toPage(rows, limit, toDrill, ({ id }) => ["", id]);
    },
    async find(id) {
      const row = await connection.drill.findUnique({
        where: { id },
        omit: { samples: true },
        include: named,
      });
      if (row === null) return null;
      return DrillDetail.parse({ ...toDrill(row), findings: row.findings });
    },
    async listEnded(clusterId, seriesId, limit) {
      const rows = await connection.drill.findMany({
        where: { clusterId, endedAt: { not: null }, ...(seriesId === null ? {} : { seriesId }) },
        orderBy: { id: "desc" },
        take: limit,
        omit: bulk,
        include: named,
      });
      return rows.map(toDrill);
    },
    async readSamples(id) {
      const row = await connection.drill.findUnique({ where: { id }, select: { samples: true } });
      return row?.samples ?? null;
    },
  };
}

/** Writes within a transaction. */
export function createDrillRepository(context: RepositoryContext): DrillRepository {
  const { connection } = context;

  async function update(id: string, data: Prisma.DrillUpdateManyMutationInput): Promise<void> {
    const row = await connection.drill.findUnique({ where: { id }, select: { clusterId: true } });
    if (row === null) throw notFound("drill", id);
    await connection.drill.update({ where: { id }, data });
  }

  return {
    ...createDrillReader(context),
    async create({ fault, endpoints, readEndpoints, target, other, proxy, observer, ...data }) {
      const known = await connection.drill.findUnique({ where: { id: data.id }, select: { id: true } });
      if (known !== null) return;
      const json = {
        fault,
        endpoints,
        readEndpoints,
        target: { ...target, other, ...(proxy === undefined ? {} : { proxy }) },
        observer,
      };
      await connection.drill.create({
        data: {
          ...data,
          fault: toJson(json.fault),
          endpoints: toJson(json.endpoints),
          readEndpoints: toJson(json.readEndpoints),
          target: toJson(json.target),
          observer: toJson(json.observer),
        },
      });
      await notify(connection, { kind: "cluster", clusterId: data.clusterId });
    },
    noteFindings: (id, findings) => update(id, { findings: toJson(findings) }),
    async end(id, { verdict, findings, samples, outcomes, ...figures }) {
      const row = await connection.drill.findUnique({
        where: { id },
        select: { clusterId: true, endedAt: true },
      });
      if (row === null) throw notFound("drill", id);
      if (row.endedAt !== null) return;
      await connection.drill.update({
        where: { id },
        data: {
          ...figures,
          verdict: toNullableJson(verdict),
          outcomes: toNullableJson(outcomes),
          ...(findings === undefined ? {} : { findings: toJson(findings) }),
          samples: samples === null ? null : Uint8Array.from(samples),
        },
      });
      await notify(connection, { kind: "cluster", clusterId: row.clusterId });
    },
    noteHeal: (id, heal) => update(id, { heal }),
  };
}

/** The second of a pair is stored with the first, and so is a proxy. */
const StoredTarget = z.object({ other: z.unknown().optional(), proxy: z.unknown().optional() });

function toDrill({ cluster, ...row }: Row): Drill {
  const { other = null, proxy } = StoredTarget.parse(row.target);
  return Drill.parse({
    ...row,
    other,
    proxy,
    clusterName: cluster.name,
    state: row.endedAt === null ? "running" : "ended",
    startedAt: toInstant(row.startedAt),
    endedAt: toNullableInstant(row.endedAt),
  });
}
