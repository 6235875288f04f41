/** A host that clients could be played from. */
export interface ObserverCandidate {
  readonly hostId: string;
  readonly name: string;
  readonly hasAgent: boolean;
}

/**
 * From which host a drill is watched: the one that was asked for, else one without a member of the cluster before the others, by name. Null
 * where it would be a host that has a part in the drill, has no agent, or there is none.
 */
export function chooseObserver<H extends ObserverCandidate>(
  hosts: readonly H[],
  {
    askedHostId,
    partyHostIds,
    memberHostIds,
  }: {
    readonly askedHostId: string | null;
    /** The host of the primary, and of the secondary that the fault names. */
    readonly partyHostIds: readonly string[];
    readonly memberHostIds: readonly string[];
  },
): H | null {
  const able = hosts.filter(({ hostId, hasAgent }) => hasAgent && !partyHostIds.includes(hostId));
  if (askedHostId !== null) return able.find(({ hostId }) => hostId === askedHostId) ?? null;
  const isMember = ({ hostId }: H): boolean => memberHostIds.includes(hostId);
  const [first] = able.toSorted(
    (a, b) => Number(isMember(a)) - Number(isMember(b)) || (a.name < b.name ? -1 : 1),
  );
  return first ?? null;
}
