import { type Message, message, messageWith } from "@primacy/contract";
import {
  AddressGrant,
  type AgentDocument,
  type GuardStatus,
  type KeptAddressGrant,
  type SignedAddressGrant,
} from "@primacy/contract/agent";
import type { UnknownConfiguration } from "../store/agent-store";

/** Why no read VIP is given to anybody, where that is so. */
export function listReadWarnings(problem: Message | null): Message[] {
  return problem === null ? [] : [messageWith("reason.reads_unassigned", {}, { error: problem })];
}

/** Which cluster a permit is of; null where it cannot be read. */
export function findGrantCluster({ text }: SignedAddressGrant): string | null {
  try {
    return AddressGrant.parse(JSON.parse(text)).clusterId;
  } catch {
    return null;
  }
}

/** Addresses that the agent is to hold, and that the process which touches them would refuse. */
export function listGrantWarnings(
  document: AgentDocument | null,
  permit: KeptAddressGrant | null,
): Message[] {
  const addresses = (document?.vips ?? [])
    .filter(({ vipId }) => permit?.vipIds.includes(vipId) !== true)
    .map((vip) => vip.address);
  return addresses.length === 0 ? [] : [message("reason.not_permitted", { addresses: addresses.join(", ") })];
}

/** Addresses that the plugin left behind, and that stay. */
export function listGuardWarnings(guards: readonly GuardStatus[]): Message[] {
  return guards.flatMap(({ address, last }) =>
    last === null || last.reason === null
      ? []
      : [messageWith("reason.left_behind", { address }, { reason: last.reason })],
  );
}

/** What an agent of another version kept, and this one cannot act on. */
export function listKeptWarnings(unknown: UnknownConfiguration | null): Message[] {
  return unknown === null
    ? []
    : [message("reason.configuration_unknown", { protocol: unknown.protocol ?? "?" })];
}
