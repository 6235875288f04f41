import { z } from "zod";
import { Message } from "../message/schema";
import { MacAddress, NicName, Port } from "../primitives/address";
import { Id, MonotonicMs } from "../primitives/scalar";
import { KeptAddressGrant, SignedAddressGrant } from "./address-grant";
import { AgentBootstrap } from "./document";
import { HostObservation } from "./observation";

/**
 * How the two processes of an agent speak over their socket: one JSON text in a line each way. Both are of one release, so
 * that another version means a mistake of the installation, and ends the connection.
 */
export const addressHelperProtocol = 6;

/** The longest line. */
export const addressHelperLineBytes = 512 * 1024;

const Address = z.string().min(2).max(45);
const Done = z.strictObject({});
const OfCluster = z.strictObject({ clusterId: Id });
const ActFailure = z.strictObject({ kind: z.literal("failed"), code: z.string(), reason: Message });
const Failure = z.strictObject({ kind: z.literal("failed"), reason: Message });

/** What a lease came to; see the agent's `LeaseOutcome`. */
const LeaseOutcome = z.union([
  z.strictObject({ kind: z.enum(["done", "cancelled", "late"]), finishedAtMs: MonotonicMs }),
  ActFailure,
]);

const GateOutcome = z.union([z.strictObject({ kind: z.literal("done") }), Failure]);

/** A line of an option file that sets a variable, in a group that servers of some release read. */
export const ConfiguredOption = z.strictObject({
  variable: z.string(),
  group: z.string(),
  value: z.string(),
});
export type ConfiguredOption = z.infer<typeof ConfiguredOption>;

/** Which command to the reset gate. */
export const GateAct = z.enum(["install", "open", "close", "drain", "forget"]);
export type GateAct = z.infer<typeof GateAct>;

/** The outcome of a call that a grant, a limit or the form of a request does not allow. */
export const AddressHelperRefusal = z.enum([
  "bad_request",
  "not_permitted",
  "rate_limited",
  "epoch_too_low",
  "failed",
]);
export type AddressHelperRefusal = z.infer<typeof AddressHelperRefusal>;

/**
 * The whole of what the process that touches addresses can be asked. Deadlines are instants of the monotonic clock, which
 * both processes share. Nothing here names a file, a command, a route or another address than a permitted one, but for
 * questions to the wire.
 */
export const addressHelperCalls = {
  /** Adds or renews a permitted address until the lease ends. Late ones are refused, and undone where they end late. */
  lease: {
    verb: "lease",
    body: z.strictObject({
      nic: NicName,
      address: Address,
      prefixLength: z.number().int(),
      label: z.string().min(1).max(15),
      leaseSeconds: z.number().int().min(1).max(5),
      deadlineMs: MonotonicMs,
    }),
    answer: LeaseOutcome,
  },
  /** Removes an address that is, or was, permitted. */
  remove: {
    verb: "remove",
    body: z.strictObject({ nic: NicName, address: Address, prefixLength: z.number().int() }),
    answer: z.union([z.strictObject({ kind: z.literal("done") }), ActFailure]),
  },
  /**
   * Deletes an address that the plugin left behind, where the grant has exactly this one and no other address would go with it.
   * `absent`: it is not there, or not under that label.
   */
  removeLeft: {
    verb: "remove-left",
    body: z.strictObject({
      nic: NicName,
      address: Address,
      prefixLength: z.number().int(),
      /** Null for IPv6, where the kernel has none. */
      label: z.string().min(1).max(15).nullable(),
    }),
    answer: z.union([
      z.strictObject({ kind: z.literal("released") }),
      z.strictObject({ kind: z.literal("absent") }),
      z.strictObject({ kind: z.literal("refused"), reason: Message }),
      Failure,
    ]),
  },
  /** A command to the gate before such an address; what lasts, lasts until `untilMs`. */
  gate: {
    verb: "gate",
    body: z.strictObject({
      act: GateAct,
      address: Address,
      ports: z.array(Port).max(64),
      untilMs: MonotonicMs,
    }),
    answer: z.strictObject({ outcome: GateOutcome, isWorking: z.boolean() }),
  },
  removeGate: {
    verb: "remove-gate",
    body: Done,
    answer: z.strictObject({ outcome: GateOutcome, isWorking: z.boolean() }),
  },
  /** Ends every connection through such an address. */
  kill: {
    verb: "kill",
    body: z.strictObject({ address: Address }),
    answer: z.union([
      z.strictObject({ kind: z.literal("done"), killed: z.number().int() }),
      z.strictObject({
        kind: z.literal("failed"),
        reason: Message,
        remaining: z.number().int().nullable(),
      }),
    ]),
  },
  /** Tells the wire that a permitted address is here: everybody, or the named neighbours. */
  announce: {
    verb: "announce",
    body: z.strictObject({
      nic: NicName,
      address: Address,
      neighbours: z.array(Address).max(128).nullable(),
    }),
    answer: z.union([z.strictObject({ kind: z.literal("sent") }), Failure]),
  },
  /** Asks the wire who has an address, which may be any: a question changes nothing. */
  ask: {
    verb: "ask",
    body: z.strictObject({ nic: NicName, address: Address, windowMs: z.number().min(10).max(5_000) }),
    answer: z.union([
      z.strictObject({
        kind: z.literal("asked"),
        macs: z.array(MacAddress),
        holders: z.array(MacAddress),
        holdersAskedMs: MonotonicMs,
        durationMs: z.number(),
      }),
      z.strictObject({ kind: z.literal("failed"), reason: Message, durationMs: z.number() }),
    ]),
  },
  /** Puts a permit of the console in force. */
  permit: { verb: "permit", body: SignedAddressGrant, answer: KeptAddressGrant },
  /** The document that fits the cluster's permit is in force: what only the permit before it allowed is over. */
  settle: { verb: "settle", body: OfCluster, answer: Done },
  /** Releases everything of a cluster and keeps no grant of it. */
  forget: { verb: "forget", body: OfCluster, answer: Done },
  /** Whose signature counts on this host, as root's file has it. */
  keys: {
    verb: "keys",
    body: Done,
    answer: z.strictObject({
      keys: z.array(z.strictObject({ blob: z.string(), fingerprint: z.string(), comment: z.string() })),
      problems: z.array(Message),
    }),
  },
  /** Keeps the agent's next key with its certificate. */
  renew: {
    verb: "renew",
    body: z.strictObject({
      keyPem: z.string().max(16_384),
      certificatePem: z.string().max(16_384),
      caPem: z.string().max(16_384),
    }),
    answer: Done,
  },
  /** What the pre-check asks of a host and only root may see, and what this process itself may do. */
  look: {
    verb: "look",
    body: Done,
    answer: z.strictObject({
      capabilities: HostObservation.shape.capabilities,
      managers: HostObservation.shape.managers,
      /** The lines of the option files that give a value to a variable that counts after a restart; the last one wins. */
      configured: z.array(ConfiguredOption),
    }),
  },
  /** The agent lives; where no timer of the kernel watches it, the supervisor sees this. */
  beat: { verb: "beat", body: Done, answer: Done },
} as const;
/** What root's process sees of its host. */
export type AddressHelperView = z.infer<typeof addressHelperCalls.look.answer>;
export type AddressHelperVerb = (typeof addressHelperCalls)[keyof typeof addressHelperCalls]["verb"];

/** What became of an address that was left behind. */
export type LeftRemoval = z.infer<typeof addressHelperCalls.removeLeft.answer>;

/** One request. `id` comes back with the answer. */
export const AddressHelperRequest = z.strictObject({
  id: z.number().int().nonnegative(),
  verb: z.string(),
  body: z.unknown(),
});
export type AddressHelperRequest = z.infer<typeof AddressHelperRequest>;

/** What comes back: first who this host is and what the address helper can do, or that another agent has it; then answers. */
export const AddressHelperFrame = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("answer"), id: z.number().int(), value: z.unknown() }),
  z.strictObject({
    kind: z.literal("refused"),
    id: z.number().int(),
    code: AddressHelperRefusal,
    message: Message,
    /** What a grant must reach, where it was refused for its epoch. */
    epoch: z.number().int().nullable(),
  }),
  z.strictObject({
    kind: z.literal("hello"),
    protocol: z.number().int(),
    identity: z.strictObject({
      bootstrap: AgentBootstrap,
      keyPem: z.string(),
      certificatePem: z.string(),
      caPem: z.string(),
    }),
    gate: z.enum(["nft", "absent"]),
    killer: z.enum(["sock-diag", "ss-command"]).nullable(),
    arp: z.enum(["packet", "arping"]).nullable(),
    /** One of each cluster that this host is in. */
    permits: z.array(KeptAddressGrant),
  }),
  z.strictObject({ kind: z.literal("busy") }),
]);
export type AddressHelperFrame = z.infer<typeof AddressHelperFrame>;
export type AddressHelperHello = Extract<AddressHelperFrame, { kind: "hello" }>;
