import { actAndObserve } from "@primacy/host-acts";
import { addConflictingHost, removeConflictingHost } from "../fault/address-faults";
import type { FaultEvidence } from "../fault/evidence";
import type { Lab } from "../lab";
import { ensureHostNetwork, HOST_INTERFACE } from "../network/lab-network";
import { observeLinks } from "../network/namespace";
import { runCommand } from "../process/run-command";
import { waitFor } from "../process/wait-for";
import type { DatabaseName } from "../roster";
import { switchTo } from "./inject-group";
import { type FaultRoles, join, type Stage } from "./stage";

/** Every agent that does not hold the address asks the wire for it more often than this. */
const heardMs = 2_500;

/** Gives the address to a host that has no business with it, and leads no client of another way to the primary. */
export function placeConflictingHost(
  { lab, vipAddress, undo }: Stage,
  { isMute }: { readonly isMute: boolean },
): Promise<FaultEvidence> {
  const stranger = lab.host("px2");
  undo.push(() => removeConflictingHost(stranger, vipAddress));
  return addConflictingHost(lab, stranger, vipAddress, { mute: isMute });
}

/** Lets the agents hear a stranger before the office moves: the next holder must not take the address from it. */
export async function placeConflictingHostFirst(
  stage: Stage,
  { secondary }: FaultRoles,
): Promise<FaultEvidence> {
  const placed = await placeConflictingHost(stage, { isMute: false });
  await new Promise((resolve) => setTimeout(resolve, heardMs));
  return join(placed, await switchTo(stage.lab, secondary));
}

/** Takes the address away by hand, which the kernel's own event proves. */
export async function deleteAddress(
  { lab, vipAddress, watch }: Stage,
  { primary }: FaultRoles,
): Promise<FaultEvidence> {
  const count = (): number =>
    watch.events.filter(({ host, kind }) => host === primary && kind === "removed").length;
  const before = count();
  const { namespace } = lab.host(primary);
  return actAndObserve(
    "delete-address",
    primary,
    async () => {
      const away = ["address", "delete", `${vipAddress}/32`, "dev", HOST_INTERFACE];
      await runCommand(["ip", "-n", namespace, ...away]);
    },
    () =>
      waitFor(
        `the kernel of ${primary} to lose the address`,
        () => (count() > before ? [`the kernel of ${primary} told of the deletion`] : undefined),
        { timeoutMs: 5_000, intervalMs: 10 },
      ),
  );
}

/** Sets a host's own card down, as an operator does. Ended by setting it up with all that the host needs. */
export async function setInterfaceDown({ lab, undo }: Stage, name: DatabaseName): Promise<FaultEvidence> {
  undo.push(() => ensureHostNetwork(lab.names, name));
  return changeInterface(lab, name, ["link", "set", HOST_INTERFACE, "down"], "is down", (flags) =>
    flags.includes("UP"),
  );
}

/** Takes every address from a host's card, its own too. Ended by giving it its own again. */
export async function flushAddresses({ lab, undo }: Stage, name: DatabaseName): Promise<FaultEvidence> {
  const { address } = lab.host(name);
  undo.push(() => ensureHostNetwork(lab.names, name));
  return changeInterface(
    lab,
    name,
    ["address", "flush", "dev", HOST_INTERFACE],
    "has lost the host's address",
    (_flags, addresses) => addresses.includes(address),
  );
}

async function changeInterface(
  lab: Lab,
  name: DatabaseName,
  change: readonly string[],
  effect: string,
  isStill: (flags: readonly string[], addresses: readonly string[]) => boolean,
): Promise<FaultEvidence> {
  const { namespace } = lab.host(name);
  return actAndObserve(
    "interface-down",
    name,
    async () => {
      await runCommand(["ip", "-n", namespace, ...change]);
    },
    () =>
      waitFor(
        `${HOST_INTERFACE} of ${name} to change`,
        async () => {
          const link = (await observeLinks(namespace)).find(({ ifname }) => ifname === HOST_INTERFACE);
          const addresses = link?.addr_info.flatMap(({ local }) => (local === undefined ? [] : [local]));
          if (link === undefined || isStill(link.flags, addresses ?? [])) return undefined;
          return [`${HOST_INTERFACE} of ${name} ${effect}`];
        },
        { timeoutMs: 5_000, intervalMs: 10 },
      ),
  );
}
