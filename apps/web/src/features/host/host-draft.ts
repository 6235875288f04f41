import type { Host, HostChange, HostsCreate, SshCredential } from "@primacy/contract";
import type { z } from "zod";

/** One row of the form. `key` is the row's identity while it is edited. */
export interface HostRow {
  readonly key: number;
  readonly name: string;
  readonly address: string;
}

/** How to sign in on all rows. */
export interface CredentialDraft {
  readonly user: string;
  readonly sshPort: string;
  readonly kind: SshCredential["kind"];
  readonly password: string;
  readonly privateKey: string;
  readonly passphrase: string;
}

/** The draft of an empty form. */
export const emptyCredential: CredentialDraft = {
  user: "root",
  sshPort: "22",
  kind: "key",
  password: "",
  privateKey: "",
  passphrase: "",
};

/** The body that the API is asked with; `fingerprints` maps a row to the key that was compared. */
export function toHostsCreate(
  rows: readonly HostRow[],
  draft: CredentialDraft,
  fingerprints: ReadonlyMap<HostRow["key"], string>,
): z.input<typeof HostsCreate> {
  return {
    hosts: rows.map((row) => {
      const fingerprint = fingerprints.get(row.key);
      return {
        name: row.name.trim() === "" ? row.address.trim() : row.name.trim(),
        address: row.address.trim(),
        sshUser: draft.user.trim(),
        sshPort: Number(draft.sshPort),
        credential: toCredential(draft),
        ...(fingerprint === undefined ? {} : { hostKeyFingerprint: fingerprint }),
      };
    }),
  };
}

/** How a host is reached, as typed. Credentials are never shown: those that are stored stay, unless others are given. */
export interface ConnectionDraft {
  readonly name: string;
  readonly address: string;
  readonly agentAddress: string;
  readonly agentPort: string;
  /** User, port, and the new credentials where `replacesCredential`. */
  readonly ssh: CredentialDraft;
  readonly replacesCredential: boolean;
}

/** The form of a host that exists. */
export function toConnectionDraft(host: Host): ConnectionDraft {
  const { name, address, agentAddress, agentPort, sshUser, sshPort, credentialKind, hasCredential } = host;
  return {
    name,
    address,
    agentAddress,
    agentPort: String(agentPort),
    ssh: { ...emptyCredential, user: sshUser, sshPort: String(sshPort), kind: credentialKind },
    replacesCredential: !hasCredential,
  };
}

/** What of the form differs from the host; empty where nothing does. A port that is no number is left to the API to refuse. */
export function toHostChange(host: Host, draft: ConnectionDraft): z.input<typeof HostChange> {
  const { ssh } = draft;
  const [address, agentAddress] = [draft.address.trim(), draft.agentAddress.trim()];
  const [sshPort, agentPort] = [toPort(ssh.sshPort), toPort(draft.agentPort)];
  return {
    ...(draft.name.trim() === host.name ? {} : { name: draft.name.trim() }),
    ...(address === host.address ? {} : { address }),
    ...(sshPort === host.sshPort ? {} : { sshPort }),
    ...(ssh.user.trim() === host.sshUser ? {} : { sshUser: ssh.user.trim() }),
    ...(agentAddress === host.agentAddress ? {} : { agentAddress }),
    ...(agentPort === host.agentPort ? {} : { agentPort }),
    ...(draft.replacesCredential ? { credential: toCredential(ssh) } : {}),
  };
}

function toPort(text: string): number {
  return /^\s*\d+\s*$/.test(text) ? Number(text) : -1;
}

function toCredential(draft: CredentialDraft): SshCredential {
  if (draft.kind === "password") return { kind: "password", password: draft.password };
  if (draft.kind === "console_key") return { kind: "console_key" };
  // Text pasted from a terminal often lacks the last line break, without which OpenSSH refuses the key.
  const privateKey = draft.privateKey.endsWith("\n") ? draft.privateKey : `${draft.privateKey}\n`;
  return { kind: "key", privateKey, ...(draft.passphrase === "" ? {} : { passphrase: draft.passphrase }) };
}
