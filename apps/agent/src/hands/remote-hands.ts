import { hostPrefixLength } from "@primacy/contract";
import { type HandsLook, handsCalls, type KeptPermit, type SignedPermit } from "@primacy/contract/agent";
import type { RegisteredKeys } from "../fence/operator-keys";
import { RefusalError } from "../http/refusal";
import type { Renewal } from "../identity/renewal";
import type { Log } from "../log/log";
import type { Hands } from "../run/hands";
import { type ActFailure, type AddressActuator, monotonicMs } from "../vip/address/types";
import type { ArpPort, ArpSent } from "../vip/arp/types";
import { absentGate, type GateOutcome, type GuardedAddress, type ResetGate } from "../vip/gate/types";
import type { SocketKiller } from "../vip/sockets/types";
import { type HandsClient, HandsError } from "./hands-client";

/** What the agent asks of the process that touches addresses, beside the acts on addresses themselves. */
export interface PermitOffice {
  /** The cluster's permit that is kept; null where there is none. */
  find(clusterId: string): KeptPermit | null;
  /** All that are kept. */
  list(): readonly KeptPermit[];
  /** Throws RefusalError. */
  put(signed: SignedPermit): Promise<KeptPermit>;
  /** The document that fits the cluster's permit is in force. Throws HandsError. */
  settle(clusterId: string): Promise<void>;
  /** Lets go of everything of the cluster and keeps no permit of it. Throws HandsError. */
  forget(clusterId: string): Promise<void>;
  /** Whose signatures count on this host. Throws HandsError. */
  readKeys(): Promise<RegisteredKeys>;
  /** Keeps a new key with its certificate. Throws HandsError where they do not fit. */
  keepRenewal(renewal: Renewal): Promise<void>;
  /** What only root may see of this host. Throws HandsError. */
  look(): Promise<HandsLook>;
  /** Says that this process lives, where no timer of the kernel watches it. Never throws. */
  beat(): void;
}

/** What this process does itself: to look at addresses and connections needs no capability. */
export interface LocalEyes {
  readonly actuator: AddressActuator;
  readonly killer: SocketKiller | null;
}

const permitLimitMs = 15_000;
/** So long a question to the wire may take beyond its window. */
const askMarginMs = 4000;

/** The hands of an agent whose acts another process does. What is only read is read here. */
export function createRemoteHands(client: HandsClient, eyes: LocalEyes, log: Log): Hands {
  const { gate, killer, arp } = client.hello;
  return {
    actuator: createActuator(client, eyes.actuator),
    gate: gate === "absent" ? absentGate : createGate(client),
    killer: killer === null ? null : createKiller(client, killer, eyes.killer),
    arp: arp === null ? null : createArp(client, arp, log),
  };
}

/** The rest of what that process does for the agent. */
export function createPermitOffice(client: HandsClient): PermitOffice {
  const kept = new Map(client.hello.permits.map((permit) => [permit.clusterId, permit]));
  return {
    find: (clusterId) => kept.get(clusterId) ?? null,
    list: () => [...kept.values()],
    put: async (signed) => {
      try {
        const permit = await client.call(handsCalls.permit, signed, permitLimitMs);
        kept.set(permit.clusterId, permit);
        return permit;
      } catch (error) {
        throw toRefusal(error);
      }
    },
    settle: async (clusterId) => {
      await client.call(handsCalls.settle, { clusterId }, permitLimitMs);
    },
    forget: async (clusterId) => {
      await client.call(handsCalls.forget, { clusterId }, permitLimitMs);
      kept.delete(clusterId);
    },
    readKeys: async () => {
      const { keys, problems } = await client.call(handsCalls.keys, {});
      return { keys: keys.map((key) => ({ ...key, blob: Buffer.from(key.blob, "base64") })), problems };
    },
    keepRenewal: async (renewal) => {
      await client.call(handsCalls.renew, { ...renewal }, permitLimitMs);
    },
    look: () => client.call(handsCalls.look, {}),
    beat: () => {
      // One that is not answered is one that the supervisor does not see, which ends in a restart.
      client.call(handsCalls.beat, {}).catch(() => undefined);
    },
  };
}

function createActuator(client: HandsClient, eyes: AddressActuator): AddressActuator {
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
      return client.call(handsCalls.lease, request).catch(toActFailure);
    },
    executeRemove: async (nic, address, prefixLength) =>
      client.call(handsCalls.remove, { nic, address, prefixLength }).catch(toActFailure),
  };
}

function createGate(client: HandsClient): ResetGate {
  let isWorking = true;
  const order = async (
    act: "install" | "open" | "close" | "drain" | "forget",
    { address, ports }: GuardedAddress,
    forMs: number,
  ): Promise<GateOutcome> => {
    const untilMs = monotonicMs() + Math.max(0, forMs);
    try {
      const answer = await client.call(handsCalls.gate, { act, address, ports: [...ports], untilMs });
      isWorking = answer.isWorking;
      return answer.outcome;
    } catch (error) {
      // What is not permitted, of whatever cluster, says nothing of the gate.
      isWorking = isWorking && error instanceof HandsError && error.code === "not_permitted";
      return { kind: "failed", reason: describe(error) };
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
        return (await client.call(handsCalls.removeGate, {})).outcome;
      } catch (error) {
        return { kind: "failed", reason: describe(error) };
      }
    },
    stop: () => undefined,
  };
}

function createKiller(
  client: HandsClient,
  kind: SocketKiller["kind"],
  eyes: SocketKiller | null,
): SocketKiller {
  return {
    kind,
    killFrom: async (address) =>
      client
        .call(handsCalls.kill, { address })
        .catch((error: unknown) => ({ kind: "failed", reason: describe(error), remaining: null }) as const),
    countFrom: async (address, ports) => eyes?.countFrom(address, ports) ?? null,
    close: () => eyes?.close(),
  };
}

function createArp(client: HandsClient, kind: ArpPort["kind"], log: Log): ArpPort {
  // Whoever announces does not wait, as with a packet that is on its way.
  const announce = (nic: string, address: string, neighbours: readonly string[] | null): ArpSent => {
    const request = { nic, address, neighbours: neighbours === null ? null : [...neighbours] };
    client
      .call(handsCalls.announce, request)
      .catch((error: unknown) => ({ kind: "failed", reason: describe(error) }) as const)
      .then((sent) => {
        if (sent.kind === "failed") {
          log.warn("an announcement was not sent", { address, reason: sent.reason });
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
        .call(handsCalls.ask, { nic: name, address, windowMs }, windowMs + askMarginMs)
        .catch(
          (error: unknown) =>
            ({ kind: "failed", reason: describe(error), durationMs: monotonicMs() - startedMs }) as const,
        );
    },
    watch: () => undefined,
    close: () => undefined,
  };
}

/** A code that no errno has: what is not permitted is no error of the kernel's, and is tried again. */
function toActFailure(error: unknown): ActFailure {
  const code = error instanceof HandsError && error.code === "timeout" ? "ETIMEDOUT" : "hands";
  return { kind: "failed", code, message: describe(error) };
}

function toRefusal(error: unknown): unknown {
  if (!(error instanceof HandsError)) {
    return error;
  }
  switch (error.code) {
    case "bad_request":
    case "epoch_too_low":
    case "rate_limited":
      return new RefusalError(error.code, [error.message], error.epoch);
    case "not_permitted":
      return new RefusalError("bad_request", [error.message]);
    default:
      return error;
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
