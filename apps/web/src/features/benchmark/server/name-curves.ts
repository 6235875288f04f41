import type { Benchmark, HostCurve, HostCurves, HostCurvesQuery, RunRole } from "@primacy/contract";
import type { MemberRecord, Readers, SourceCurves } from "@primacy/db";

/** The load host first, then the primary, then the others by name. */
const places: Readonly<Record<RunRole, number>> = { load: 0, primary: 1, secondary: 2 };

/** Curves with the names that their hosts have now, and what each was to the run. */
export async function nameCurves(
  readers: Pick<Readers, "clusters" | "hosts">,
  { clusterId, loadHostId, loadHostName }: Pick<Benchmark, "clusterId" | "loadHostId" | "loadHostName">,
  { run: runId, metric }: HostCurvesQuery,
  { stepSeconds, curves, primaryMembers }: SourceCurves,
): Promise<HostCurves> {
  const { members } = await readers.clusters.get(clusterId);
  const named = curves.map(async ({ kind, id, points }): Promise<HostCurve> => {
    const member = members.find((one) => id === (kind === "member" ? one.id : one.hostId));
    const host = kind === "host" && member === undefined ? await readers.hosts.find(id) : null;
    const isLoadHost = kind === "host" && id === loadHostId;
    return {
      id,
      name: member?.hostName ?? host?.name ?? member?.address ?? (isLoadHost ? loadHostName : null),
      // On a member's host the member weighs more: it is what is compared.
      role: roleOf(member, primaryMembers) ?? (isLoadHost ? "load" : null),
      points,
    };
  });
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
