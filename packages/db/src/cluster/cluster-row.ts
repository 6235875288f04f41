import { Cluster, Member, Message, Tone } from "@primacy/contract";
import { z } from "zod";
import { toInstant } from "../connection/json";
import type {
  Cluster as ClusterRow,
  Host as HostRow,
  Member as MemberRow,
  ClusterObservation as ObservationRow,
} from "../generated/client";

/** What the last observation said of a cluster as a whole, and how old it is by the database's clock. */
export interface LastObserved {
  readonly tone: Tone;
  readonly summary: Message;
  readonly observedAt: string;
  readonly ageMs: number;
}

/** A registered member with what was learnt of its server at registration; live state is in the topology. */
export interface MemberRecord extends Member {
  readonly facts: Readonly<Record<string, unknown>>;
}

/** A cluster as registered. Whether its last observation is stale is for the reader to decide. */
export interface ClusterRecord extends Omit<Cluster, "tone" | "summary" | "members"> {
  readonly members: readonly MemberRecord[];
  readonly config: Readonly<Record<string, unknown>>;
  readonly lastObserved: LastObserved | null;
}

/** What a cluster's row is read with: members in a stable order. */
export const clusterInclude = {
  members: { include: { host: true }, orderBy: { id: "asc" } },
  observation: true,
} as const;

const ClusterFields = Cluster.omit({ tone: true, summary: true, members: true });
/** What is kept beside a row as it was learnt; its readers parse what they use. */
export const Facts = z.record(z.string(), z.unknown());
const ObservedFields = z.object({ tone: Tone, summary: Message });

type Row = ClusterRow & {
  readonly members: readonly (MemberRow & { readonly host: HostRow | null })[];
  readonly observation: ObservationRow | null;
};

/** Reads a cluster's row as of `now`, the database's time. */
export function toClusterRecord(row: Row, now: Date): ClusterRecord {
  const { id, name, kind, groupName, isProduction, allowsDrills, drillObjectiveMs, revision } = row;
  const epoch = Number(row.epoch);
  const createdAt = toInstant(row.createdAt);
  return {
    ...ClusterFields.parse({
      ...{ id, name, kind, groupName, isProduction, allowsDrills, drillObjectiveMs },
      ...{ revision, epoch, createdAt },
    }),
    members: row.members.map(toMemberRecord),
    config: Facts.parse(row.config),
    lastObserved: row.observation && toLastObserved(row.observation, now),
  };
}

/** Reads a member's row. */
export function toMemberRecord(row: MemberRow & { readonly host: HostRow | null }): MemberRecord {
  const { id, clusterId, serverUuid, address, port, hostId } = row;
  const hostName = row.host?.name ?? null;
  return {
    ...Member.parse({ id, clusterId, serverUuid, address, port, hostId, hostName }),
    facts: Facts.parse(row.facts),
  };
}

function toLastObserved(row: ObservationRow, now: Date): LastObserved | null {
  const observed = ObservedFields.safeParse(row.snapshot);
  if (!observed.success) return null;
  const ageMs = Math.max(0, now.getTime() - row.observedAt.getTime());
  return { ...observed.data, observedAt: toInstant(row.observedAt), ageMs };
}
