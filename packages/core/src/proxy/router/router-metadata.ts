/** Versions of the metadata schema that MySQL Router understands begin with this. */
export const metadataMajor = 2;

/** What the primary says of the InnoDB Cluster metadata that MySQL Router reads. */
export type MetadataReading =
  | { readonly kind: "absent" }
  /** The account may not read it; `said` is what the server said. */
  | { readonly kind: "unreadable"; readonly said: string }
  /** The schema is there, and some of what MySQL Router reads is not in it, as `said`. */
  | { readonly kind: "partial"; readonly said: string }
  /** Of a version that MySQL Router does not read, clusters and servers are not listed. */
  | {
      readonly kind: "present";
      readonly version: { readonly major: number; readonly minor: number; readonly patch: number };
      readonly clusters: readonly MetadataCluster[];
      readonly instances: readonly MetadataInstance[];
    };

/** A cluster as the metadata has it; a ClusterSet has several. */
export interface MetadataCluster {
  readonly id: string;
  readonly name: string;
  readonly groupName: string | null;
}

/** A server that the metadata takes for a member of one of its clusters. */
export interface MetadataInstance {
  readonly clusterId: string;
  readonly serverUuid: string;
  /** Where clients reach it, as `host:port`. */
  readonly endpoint: string | null;
}

/** The group as it is. */
export interface MetadataGroup {
  readonly groupName: string;
  readonly members: readonly { readonly name: string; readonly serverUuid: string }[];
  /** Server ids that may stand in the metadata or not: they belong to the cluster, and the group has them not, or not yet. */
  readonly away?: readonly string[];
}

/** One way in which metadata and group disagree; where both are, what MySQL Router does follows the metadata. */
export type MetadataDifference =
  /** The metadata knows other groups only. */
  | { readonly kind: "group"; readonly known: readonly string[] }
  /** Members that MySQL Router would never lead to. */
  | { readonly kind: "unlisted"; readonly members: readonly string[] }
  /** Servers that are in the metadata and not in the group, by their address. */
  | { readonly kind: "gone"; readonly servers: readonly string[] };

/** What is to be made of the metadata. */
export type MetadataVerdict =
  | { readonly kind: "absent" }
  | { readonly kind: "unreadable"; readonly said: string }
  | { readonly kind: "partial"; readonly said: string }
  /** MySQL Shell is at work on it (version 0), or it has a form that MySQL Router of today does not read. */
  | { readonly kind: "version"; readonly version: string }
  | {
      readonly kind: "differs";
      readonly cluster: string | null;
      readonly differences: readonly MetadataDifference[];
    }
  | { readonly kind: "agrees"; readonly cluster: string; readonly version: string };

/**
 * Judges whether the metadata describes the group as it is. Ids are compared without regard to case; a server that the
 * metadata lists twice counts once. A group without members is a bug of the caller, and agrees with nothing.
 */
export function judgeMetadata(reading: MetadataReading, group: MetadataGroup): MetadataVerdict {
  if (reading.kind !== "present") return reading;
  const { major, minor, patch } = reading.version;
  const version = `${major}.${minor}.${patch}`;
  if (major !== metadataMajor) return { kind: "version", version };
  const cluster = reading.clusters.find(({ groupName }) => isSame(groupName ?? "", group.groupName));
  if (cluster === undefined) {
    const known = reading.clusters.map(({ name, groupName }) => `${name} (${groupName ?? "-"})`);
    return { kind: "differs", cluster: null, differences: [{ kind: "group", known }] };
  }
  const listed = reading.instances.filter(({ clusterId }) => isSame(clusterId, cluster.id));
  const differences = compareMembers(listed, group);
  return differences.length === 0
    ? { kind: "agrees", cluster: cluster.name, version }
    : { kind: "differs", cluster: cluster.name, differences };
}

function compareMembers(
  listed: readonly MetadataInstance[],
  { members, away = [] }: MetadataGroup,
): readonly MetadataDifference[] {
  const unlisted = members
    .filter((member) => !listed.some(({ serverUuid }) => isSame(serverUuid, member.serverUuid)))
    .map(({ name }) => name);
  const gone = listed
    .filter(({ serverUuid }) => !members.some((member) => isSame(member.serverUuid, serverUuid)))
    .filter(({ serverUuid }) => !away.some((one) => isSame(one, serverUuid)))
    .map(({ endpoint, serverUuid }) => endpoint ?? serverUuid);
  return [
    ...(unlisted.length === 0 ? [] : [{ kind: "unlisted", members: unlisted } as const]),
    ...(gone.length === 0 ? [] : [{ kind: "gone", servers: [...new Set(gone)] } as const]),
  ];
}

/** What the differences of one kind name: groups, members, or servers by their address. */
export function namesIn(
  differences: readonly MetadataDifference[],
  kind: MetadataDifference["kind"],
): readonly string[] {
  return differences.flatMap((one) => (one.kind === kind ? namesOf(one) : []));
}

function namesOf(difference: MetadataDifference): readonly string[] {
  switch (difference.kind) {
    case "group":
      return difference.known;
    case "unlisted":
      return difference.members;
    case "gone":
      return difference.servers;
  }
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
