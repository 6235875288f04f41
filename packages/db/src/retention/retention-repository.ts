import { lookingKinds } from "@primacy/contract";
import type { RepositoryContext } from "../connection/context";

/** How long rows are kept, in days; null keeps them for ever. */
export interface RetentionPolicy {
  readonly samplesDays: number;
  readonly eventsDays: number;
  readonly operationsDays: number;
  readonly auditDays: number | null;
}

/** What holds unless a setting says otherwise. */
export const defaultRetention: RetentionPolicy = {
  samplesDays: 7,
  eventsDays: 365,
  operationsDays: 365,
  auditDays: null,
};

/** How many rows a purge deleted. */
export interface PurgeCounts {
  readonly samples: number;
  readonly events: number;
  readonly incidents: number;
  /** Minutes and outages of standing probers. */
  readonly probes: number;
  /** Drills whose attempts were deleted; the drills themselves stay. */
  readonly drillSamples: number;
  readonly drillSeries: number;
  readonly operations: number;
  readonly audit: number;
  readonly sessions: number;
  readonly attempts: number;
  readonly idempotencyKeys: number;
}

/** Deletes what is past its time. */
export interface RetentionRepository {
  /** Deletes up to `limit` rows of each kind, and of drills their attempts alone; call again while a count reaches it. */
  purge(policy: RetentionPolicy, limit: number): Promise<PurgeCounts>;
}

/** Operations that only looked are of no interest after an hour. */
const LOOKING_HOURS = 1;
const INCIDENTS_DAYS = 365;
const PROBES_DAYS = 365;
const DRILLS_DAYS = 365;
const ENDED_SESSIONS_DAYS = 30;
const ATTEMPTS_DAYS = 1;

/** Writes within a transaction. */
export function createRetentionRepository({ connection }: RepositoryContext): RetentionRepository {
  async function purgeAudit(days: number | null, limit: number): Promise<number> {
    if (days === null) return 0;
    await connection.$executeRaw`SELECT set_config('primacy.is_purging', 'on', true)`;
    const count = await connection.$executeRaw`
      DELETE FROM audit_entry WHERE id IN (
        SELECT id FROM audit_entry WHERE created_at < now() - make_interval(days => ${days}::int) LIMIT ${limit})`;
    await connection.$executeRaw`SELECT set_config('primacy.is_purging', 'off', true)`;
    return count;
  }
  return {
    async purge(policy, limit) {
      // By the place of each row, for there are many: a batch costs the same however large the table is.
      const samples = await connection.$executeRaw`
        DELETE FROM member_sample WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM member_sample
          WHERE at < now() - make_interval(days => ${policy.samplesDays}::int) ORDER BY at LIMIT ${limit}))`;
      const events = await connection.$executeRaw`
        DELETE FROM event WHERE (cluster_id, cursor) IN (
          SELECT cluster_id, cursor FROM event
          WHERE created_at < now() - make_interval(days => ${policy.eventsDays}::int) LIMIT ${limit})`;
      const incidents = await connection.$executeRaw`
        DELETE FROM incident WHERE id IN (
          SELECT id FROM incident
          WHERE coalesce(ended_at, started_at) < now() - make_interval(days => ${INCIDENTS_DAYS}::int)
          LIMIT ${limit})`;
      const drillSamples = await connection.$executeRaw`
        UPDATE drill SET samples = NULL WHERE id IN (
          SELECT id FROM drill
          WHERE samples IS NOT NULL AND ended_at < now() - make_interval(days => ${DRILLS_DAYS}::int)
          LIMIT ${limit})`;
      const drillSeries = await connection.$executeRaw`
        DELETE FROM drill_series WHERE id IN (
          SELECT id FROM drill_series AS series
          WHERE ended_at < now() - make_interval(days => ${DRILLS_DAYS}::int)
            AND NOT EXISTS (SELECT 1 FROM drill WHERE drill.series_id = series.id)
          LIMIT ${limit})`;
      const minutes = await connection.$executeRaw`
        DELETE FROM prober_minute WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM prober_minute
          WHERE minute < now() - make_interval(days => ${PROBES_DAYS}::int) ORDER BY minute LIMIT ${limit}))`;
      const outages = await connection.$executeRaw`
        DELETE FROM prober_outage WHERE id IN (
          SELECT id FROM prober_outage
          WHERE started_at < now() - make_interval(days => ${PROBES_DAYS}::int) LIMIT ${limit})`;
      const operations = await connection.$executeRaw`
        DELETE FROM operation WHERE id IN (
          SELECT id FROM operation
          WHERE finished_at < now() - make_interval(days => ${policy.operationsDays}::int)
             OR (finished_at < now() - make_interval(hours => ${LOOKING_HOURS}::int)
                 AND kind = ANY(${[...lookingKinds]}))
          LIMIT ${limit})`;
      const sessions = await connection.$executeRaw`
        DELETE FROM session WHERE id IN (
          SELECT id FROM session
          WHERE least(coalesce(ended_at, 'infinity'), expires_at) < now() - make_interval(days => ${ENDED_SESSIONS_DAYS}::int)
          LIMIT ${limit})`;
      const attempts = await connection.$executeRaw`
        DELETE FROM sign_in_attempt WHERE id IN (
          SELECT id FROM sign_in_attempt
          WHERE created_at < now() - make_interval(days => ${ATTEMPTS_DAYS}::int) LIMIT ${limit})`;
      const idempotencyKeys = await connection.$executeRaw`
        DELETE FROM idempotency_key WHERE (actor_id, key) IN (
          SELECT actor_id, key FROM idempotency_key WHERE expires_at < now() LIMIT ${limit})`;
      const audit = await purgeAudit(policy.auditDays, limit);
      const probes = minutes + outages;
      return {
        ...{ samples, events, incidents, probes, drillSamples, drillSeries, operations, audit },
        ...{ sessions, attempts, idempotencyKeys },
      };
    },
  };
}
