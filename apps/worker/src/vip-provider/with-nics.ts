import type { VipRequest } from "@primacy/contract";
import { chooseNic, type VipCheckSnapshot } from "@primacy/core/check";

/** The request with the interface of every host that could be looked at. */
export function withNics(snapshot: VipCheckSnapshot): VipRequest {
  const nics = snapshot.members.flatMap((member) => {
    if (member.hostId === null || member.sight.kind !== "observed") return [];
    const { name } = chooseNic(snapshot.request.nics, member, member.sight.observation);
    return name === null ? [] : [[member.hostId, name] as const];
  });
  return { ...snapshot.request, nics: { ...snapshot.request.nics, ...Object.fromEntries(nics) } };
}
