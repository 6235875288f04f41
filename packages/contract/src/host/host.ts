import { z } from "zod";
import { defaultAgentPort } from "../agent/document";
import { HostOperatorSummary } from "../agent/host-operator";
import { HostAddress, MacAddress, Port } from "../primitives/address";
import { DisplayName, Id, Instant, SecretText, StoredName } from "../primitives/scalar";

/** How SSH signs in: a password, a private key that the user gives, or the key that the console made. */
export const SshCredential = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("password"), password: SecretText }),
  z.strictObject({ kind: z.literal("key"), privateKey: SecretText, passphrase: SecretText.optional() }),
  z.strictObject({ kind: z.literal("console_key") }),
]);
export type SshCredential = z.infer<typeof SshCredential>;

/** A remote user name as Linux allows. */
export const SshUser = z.string().regex(/^[a-z_][a-z0-9_.-]{0,31}\$?$/i, { error: "ssh_user_invalid" });

/** The SSH host key that was seen, as `SHA256:…`, with its algorithm. */
export const HostKey = z.object({ algorithm: z.string(), fingerprint: z.string() });
export type HostKey = z.infer<typeof HostKey>;

/** A host to add. `hostKeyFingerprint` is what the operator has accepted; without it the host waits for acceptance. */
export const HostCreate = z.strictObject({
  name: DisplayName,
  address: HostAddress,
  sshPort: Port.default(22),
  sshUser: SshUser,
  credential: SshCredential,
  hostKeyFingerprint: z
    .string()
    .regex(/^SHA256:[A-Za-z0-9+/]{43}$/, { error: "fingerprint_invalid" })
    .optional(),
  agentAddress: HostAddress.optional(),
  agentPort: Port.default(defaultAgentPort),
});
export type HostCreate = z.infer<typeof HostCreate>;

/** One or many at once; all or none are added. */
export const HostsCreate = z.strictObject({ hosts: z.array(HostCreate).min(1).max(100) });
export type HostsCreate = z.infer<typeof HostsCreate>;

/** What may be changed of a host; a new address or port makes the pinned key be asked for again. */
export const HostChange = z.strictObject({
  name: DisplayName.optional(),
  address: HostAddress.optional(),
  sshPort: Port.optional(),
  sshUser: SshUser.optional(),
  credential: SshCredential.optional(),
  agentAddress: HostAddress.optional(),
  agentPort: Port.optional(),
});
export type HostChange = z.infer<typeof HostChange>;

/** What the connection test found. */
export const HostFacts = z.object({
  os: z.string(),
  kernel: z.string(),
  architecture: z.string(),
  glibc: z.string().nullable(),
  privilege: z.enum(["root", "sudo", "none"]),
  mysql: z.array(z.object({ version: z.string().nullable(), pid: z.number().int(), port: Port.nullable() })),
  nics: z.array(
    z.object({
      name: z.string(),
      mac: MacAddress.nullable(),
      isUp: z.boolean(),
      addresses: z.array(z.string()),
    }),
  ),
  hasIproute: z.boolean(),
  hasNft: z.boolean(),
  hasArping: z.boolean(),
  freeBytes: z.number().nullable(),
  testedAt: Instant,
});
export type HostFacts = z.infer<typeof HostFacts>;

/** The agent of a host as the console last saw it. `answering` needs an answer within the stale limit. */
export const AgentState = z.enum(["none", "installing", "answering", "silent", "outdated", "removing"]);
export type AgentState = z.infer<typeof AgentState>;

/** A host with its agent. Credentials are never part of it; `hasCredential` says whether some are stored. */
export const Host = z.object({
  id: Id,
  name: StoredName,
  address: HostAddress,
  sshPort: Port,
  sshUser: z.string(),
  credentialKind: z.enum(["password", "key", "console_key"]),
  hasCredential: z.boolean(),
  hostKey: HostKey.nullable(),
  agentAddress: HostAddress,
  agentPort: Port,
  agentState: AgentState,
  agentVersion: z.string().nullable(),
  agentProtocol: z.number().int().nullable(),
  agentSeenAt: Instant.nullable(),
  certificateExpiresAt: Instant.nullable(),
  /** The host operator as the agent last told of it; null: nothing is known of it yet, or there is no agent. */
  operator: HostOperatorSummary.nullable(),
  facts: HostFacts.nullable(),
  /** The first of its clusters. */
  clusterId: Id.nullable(),
  /** All of them: a host may run servers of several. */
  clusterIds: z.array(Id),
  revision: z.number().int(),
  createdAt: Instant,
});
export type Host = z.infer<typeof Host>;

/** How the agent is installed: with `hostOperator`, root also switches on the host operator on this host. */
export const AgentInstall = z.strictObject({ hostOperator: z.boolean().default(false) });
export type AgentInstall = z.infer<typeof AgentInstall>;

/** The fields that a list of hosts can be sorted by. */
export const HostSort = z.enum(["name", "address", "agentVersion", "agentSeenAt", "createdAt"]);
export type HostSort = z.infer<typeof HostSort>;

/** Asks a host for its SSH host keys; nothing is sent to it but the question. */
export const HostKeyScanRequest = z.strictObject({ address: HostAddress, sshPort: Port.default(22) });
export type HostKeyScanRequest = z.infer<typeof HostKeyScanRequest>;

/** The key that the host showed. */
export const HostKeyScan = z.object({ hostKey: HostKey });
export type HostKeyScan = z.infer<typeof HostKeyScan>;

/** The operator has compared the fingerprint and accepts it. */
export const HostKeyAccept = z.strictObject({
  fingerprint: z.string().regex(/^SHA256:[A-Za-z0-9+/]{43}$/, { error: "fingerprint_invalid" }),
});
export type HostKeyAccept = z.infer<typeof HostKeyAccept>;

/** The public half of the key that the console made, for `authorized_keys`. */
export const ConsoleSshKey = z.object({ publicKey: z.string(), fingerprint: z.string() });
export type ConsoleSshKey = z.infer<typeof ConsoleSshKey>;
