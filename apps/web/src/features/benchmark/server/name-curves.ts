import type { Benchmark, HostCurve, HostCurves, HostCurvesQuery, RunRole } from "@primacy/contract";
import type { MemberRecord, Readers, SourceCurves } from "@primacy/db";

/** The load host first, then the primary, then the others by name. */
const places: Readonly<Record<RunRole, number>> = { load: 0, primary: 1, secondary: 2 };

type Named = Pick<Benchmark, "clusterId" | "loadHostId" | "loadHostName">;
type Source = Pick<SourceCurves["curves"][number], "kind" | "id">;

/** The host of a source by the name that it has now, and what it was to the run with these primaries. */
export type NameSource = (
  source: Source,
  primaryMembers: readonly string[],
) => Promise<Pick<HostCurve, "name" | "role">>;

/** Reads the members once, and a host that has none of them when it is asked for. */
export async function createNaming(
  readers: Pick<Readers, "clusters" | "hosts">,
  { clusterId, loadHostId, loadHostName }: Named,
): Promise<NameSource> {
  const { members } = await readers.clusters.get(clusterId);
  return async ({ kind, id }, primaryMembers) => {
    const member = members.find((one) => id === (kind === "member" ? one.id : one.hostId));
    const host = kind === "host" && member === undefined ? await readers.hosts.find(id) : null;
    const isLoadHost = kind === "host" && id === loadHostId;
    return {
      name: member?.hostName ?? host?.name ?? member?.address ?? (isLoadHost ? loadHostName : null),
      // On a member's host the member weighs more: it is what is compared.
      role: roleOf(member, primaryMembers) ?? (isLoadHost ? "load" : null),
    };
  };
}

/** Curves with the names that their hosts have now, and what each was to the run. */
export async function nameCurves(
  readers: Pick<Readers, "clusters" | "hosts">,
  benchmark: Named,
  { run: runId, metric }: HostCurvesQuery,
  { stepSeconds, curves, primaryMembers }: SourceCurves,
): Promise<HostCurves> {
  const nameOf = await createNaming(readers, benchmark);
  const named = curves.map(
    async ({ kind, id, points }): Promise<HostCurve> => ({
      id,
      ...(await nameOf({ kind, id }, primaryMembers)),
      points,
    }),
  );
  return { runId, metric, stepSeconds, curves: (await Promise.all(named)).sort(compareCurves) };
}

function roleOf(member: MemberRecord | undefined, primaries: readonly string[]): RunRole | null {
  if (member === undefined || primaries.length === 0) return null;
  return primaries.includes(member.id) ? "primary" : "secondary";
}

function compareCurves(one: HostCurve, other: HostCurve): number {
  const place = ({ role }: HostCurve): number => (role === null ? places.secondary + 1 : places[role]);
  return place(one) - place(other) || (one.name ?? one.id).localeCompare(other.name ?? other.id);
}
