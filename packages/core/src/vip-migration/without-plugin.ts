import type { VipCheckSnapshot } from "../check/snapshot";
import { variablePrefix } from "../greatdb-ha/plugin-variables";

type Sight = VipCheckSnapshot["members"][number]["sight"];
type Observation = Extract<Sight, { kind: "observed" }>["observation"];

/**
 * What the checks of the agents are to see: the hosts as they are once the plugin has let go of the address and is unloaded. That it is
 * on a member's host, and that this one answers for it, is what is migrated, and no other machine's.
 */
export function withoutPlugin<S extends VipCheckSnapshot>(snapshot: S, address: string): S {
  const macs = new Set(
    snapshot.members.flatMap(({ sight }) =>
      sight.kind === "observed" ? sight.observation.nics.flatMap(({ mac }) => mac ?? []) : [],
    ),
  );
  const members = snapshot.members.map((member) => {
    const { sight } = member;
    if (sight.kind !== "observed") return member;
    return { ...member, sight: { ...sight, observation: bareOf(sight.observation, address, macs) } };
  });
  return { ...snapshot, currentAddress: null, members };
}

function bareOf(observation: Observation, address: string, macs: ReadonlySet<string>): Observation {
  const nics = observation.nics.map((nic) => ({
    ...nic,
    addresses: nic.addresses.filter((one) => one.address !== address),
  }));
  const arp = observation.arp.map((asked) =>
    asked.address === address ? { ...asked, macs: asked.macs.filter((mac) => !macs.has(mac)) } : asked,
  );
  const managers = observation.managers.filter(({ kind }) => kind !== "greatdb_ha");
  const variables = Object.fromEntries(
    Object.entries(observation.variables).filter(([name]) => !name.startsWith(variablePrefix)),
  );
  return { ...observation, nics, arp, managers, variables };
}
