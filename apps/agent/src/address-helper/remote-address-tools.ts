import { hostPrefixLength } from "@primacy/contract";
import {
  type AddressHelperView,
  addressHelperCalls,
  type KeptAddressGrant,
  type LeftRemoval,
  type SignedAddressGrant,
} from "@primacy/contract/agent";
import type { RegisteredKeys } from "../fencing/operator-keys";
import { RefusalError } from "../http/refusal";
import type { Renewal } from "../identity/renewal";
import type { Log } from "../log/log";
import { tellError } from "../message/told-error";
import type { AddressTools } from "../run/address-tools";
import { type ActFailure, type AddressActuator, monotonicMs } from "../vip/address/types";
import type { ArpPort, ArpSent } from "../vip/arp/types";
import { absentGate, type GateOutcome, type GuardedAddress, type ResetGate } from "../vip/gate/types";
import type { SocketKiller } from "../vip/sockets/types";
import { type AddressHelperClient, AddressHelperError } from "./address-helper-client";
import type { LeftAddress } from "./remove-left";

/** What the agent asks of the process that touches addresses, beside the acts on addresses themselves. */
export interface GrantClient {
  /** The cluster's permit that is kept; null where there is none. */
  find(clusterId: string): KeptAddressGrant | null;
  /** All that are kept. */
  list(): readonly KeptAddressGrant[];
  /** Throws RefusalError. */
  put(signed: SignedAddressGrant): Promise<KeptAddressGrant>;
  /** The document that fits the cluster's permit is in force. Throws AddressHelperError. */
  settle(clusterId: string): Promise<void>;
  /** Releases everything of the cluster and keeps no grant of it. Throws AddressHelperError. */
  forget(clusterId: string): Promise<void>;
  /** Deletes an address that the plugin left behind. Throws AddressHelperError where it is not granted. */
  removeLeft(left: LeftAddress): Promise<LeftRemoval>;
  /** Whose signatures count on this host. Throws AddressHelperError. */
  readKeys(): Promise<RegisteredKeys>;
  /** Keeps a new key with its certificate. Throws AddressHelperError where they do not fit. */
  keepRenewal(renewal: Renewal): Promise<void>;
  /** What only root may see of this host. Throws AddressHelperError. */
  look(): Promise<AddressHelperView>;
  /** Says that this process lives, where no timer of the kernel watches it. Never throws. */
  beat(): void;
}

/** What this process does itself: to look at addresses and connections needs no capability. */
export interface LocalEyes {
  readonly actuator: AddressActuator;
  readonly killer: SocketKiller | null;
}

const grantLimitMs = 15_000;
/** Two commands of 2 s at most. */
const removalLimitMs = 6_000;
/** So long a question to the wire may take beyond its window. */
const askMarginMs = 4000;

/** The tools of an agent whose acts the address helper does. What is only read is read here. */
export function createRemoteAddressTools(
  client: AddressHelperClient,
  eyes: LocalEyes,
  log: Log,
): AddressTools {
  const { gate, killer, arp } = client.hello;
  return {
    actuator: createActuator(client, eyes.actuator),
    gate: gate === "absent" ? absentGate : createGate(client),
    killer: killer === null ? null : createKiller(client, killer, eyes.killer),
    arp: arp === null ? null : createArp(client, arp, log),
  };
}

/** The rest of what that process does for the agent. */
export function createGrantClient(client: AddressHelperClient): GrantClient {
  const kept = new Map(client.hello.permits.map((permit) => [permit.clusterId, permit]));
  return {
    find: (clusterId) => kept.get(clusterId) ?? null,
    list: () => [...kept.values()],
    put: async (signed) => {
      try {
        const permit = await client.call(addressHelperCalls.permit, signed, grantLimitMs);
        kept.set(permit.clusterId, permit);
        return permit;
      } catch (error) {
        throw toRefusal(error);
      }
    },
    settle: async (clusterId) => {
      await client.call(addressHelperCalls.settle, { clusterId }, grantLimitMs);
    },
    forget: async (clusterId) => {
      await client.call(addressHelperCalls.forget, { clusterId }, grantLimitMs);
      kept.delete(clusterId);
    },
    removeLeft: (left) => client.call(addressHelperCalls.removeLeft, left, removalLimitMs),
    readKeys: async () => {
      const { keys, problems } = await client.call(addressHelperCalls.keys, {});
      return { keys: keys.map((key) => ({ ...key, blob: Buffer.from(key.blob, "base64") })), problems };
    },
    keepRenewal: async (renewal) => {
      await client.call(addressHelperCalls.renew, { ...renewal }, grantLimitMs);
    },
    look: () => client.call(addressHelperCalls.look, {}),
    beat: () => {
      // One that is not answered is one that the supervisor does not see, which ends in a restart.
      client.call(addressHelperCalls.beat, {}).catch(() => undefined);
    },
  };
}

function createActuator(client: AddressHelperClient, eyes: AddressActuator): AddressActuator {
  return {
    ...eyes,
    executeLease: async ({ interfaceName: nic, address, label, leaseSeconds, deadlineMs }) => {
      const request = {
        nic,
        address,
        prefixLength: hostPrefixLength(address),
        label,
        leaseSeconds,
        deadlineMs,
      };
      return client.call(addressHelperCalls.lease, request).catch(toActFailure);
    },
    executeRemove: async (nic, address, prefixLength) =>
      client.call(addressHelperCalls.remove, { nic, address, prefixLength }).catch(toActFailure),
  };
}

function createGate(client: AddressHelperClient): ResetGate {
  let isWorking = true;
  const order = async (
    act: "install" | "open" | "close" | "drain" | "forget",
    { address, ports }: GuardedAddress,
    forMs: number,
  ): Promise<GateOutcome> => {
    const untilMs = monotonicMs() + Math.max(0, forMs);
    try {
      const answer = await client.call(addressHelperCalls.gate, { act, address, ports: [...ports], untilMs });
      isWorking = answer.isWorking;
      return answer.outcome;
    } catch (error) {
      // What is not permitted, of whatever cluster, says nothing of the gate.
      isWorking = isWorking && error instanceof AddressHelperError && error.code === "not_permitted";
      return { kind: "failed", reason: tellError(error) };
    }
  };
  return {
    kind: "nft",
    get isWorking() {
      return isWorking;
    },
    install: (guarded, tombstoneMs) => order("install", guarded, tombstoneMs),
    open: (guarded, openMs) => order("open", guarded, openMs),
    close: (guarded, tombstoneMs) => order("close", guarded, tombstoneMs),
    drain: (guarded, forMs) => order("drain", guarded, forMs),
    forget: (guarded) => order("forget", guarded, 0),
    remove: async () => {
      try {
        return (await client.call(addressHelperCalls.removeGate, {})).outcome;
      } catch (error) {
        return { kind: "failed", reason: tellError(error) };
      }
    },
    stop: () => undefined,
  };
}

function createKiller(
  client: AddressHelperClient,
  kind: SocketKiller["kind"],
  eyes: SocketKiller | null,
): SocketKiller {
  return {
    kind,
    killFrom: async (address) =>
      client
        .call(addressHelperCalls.kill, { address })
        .catch((error: unknown) => ({ kind: "failed", reason: tellError(error), remaining: null }) as const),
    countFrom: async (address, ports) => eyes?.countFrom(address, ports) ?? null,
    close: () => eyes?.close(),
  };
}

function createArp(client: AddressHelperClient, kind: ArpPort["kind"], log: Log): ArpPort {
  // Whoever announces does not wait, as with a packet that is on its way.
  const announce = (nic: string, address: string, neighbours: readonly string[] | null): ArpSent => {
    const request = { nic, address, neighbours: neighbours === null ? null : [...neighbours] };
    client
      .call(addressHelperCalls.announce, request)
      .catch((error: unknown) => ({ kind: "failed", reason: tellError(error) }) as const)
      .then((sent) => {
        if (sent.kind === "failed") {
          log.warn("an announcement was not sent", { address, reason: sent.reason.text });
        }
      })
      .catch(() => undefined);
    return { kind: "sent" };
  };
  return {
    kind,
    announce: ({ name }, address) => announce(name, address, null),
    announceTo: ({ name }, address, neighbours) =>
      neighbours.length === 0 ? { kind: "sent" } : announce(name, address, neighbours),
    ask: async ({ name }, address, windowMs) => {
      const startedMs = monotonicMs();
      return client
        .call(addressHelperCalls.ask, { nic: name, address, windowMs }, windowMs + askMarginMs)
        .catch(
          (error: unknown) =>
            ({ kind: "failed", reason: tellError(error), durationMs: monotonicMs() - startedMs }) as const,
        );
    },
    watch: () => undefined,
    close: () => undefined,
  };
}

/** A code that no errno has: what is not permitted is no error of the kernel's, and is tried again. */
function toActFailure(error: unknown): ActFailure {
  const code = error instanceof AddressHelperError && error.code === "timeout" ? "ETIMEDOUT" : "hands";
  return { kind: "failed", code, reason: tellError(error) };
}

/** The refusal of the agent that a refusal of the address helper comes to; any other error as it is. */
export function toRefusal(error: unknown): unknown {
  if (!(error instanceof AddressHelperError)) {
    return error;
  }
  switch (error.code) {
    case "bad_request":
    case "epoch_too_low":
    case "rate_limited":
      return new RefusalError(error.code, [error.told], error.epoch);
    case "not_permitted":
      return new RefusalError("bad_request", [error.told]);
    default:
      return error;
  }
}
