import type { HostKey, SshCredential } from "@primacy/contract";

/** How the console signs in, with the secrets in clear; a console key arrives as the key that it is. */
export type SignIn = Exclude<SshCredential, { kind: "console_key" }>;

/** Where a host listens for SSH. `name` is for people. */
export interface SshAddress {
  readonly name: string;
  readonly address: string;
  readonly port: number;
}

/** A host to connect to. Only the pinned `hostKey` is accepted. */
export interface SshTarget extends SshAddress {
  readonly user: string;
  readonly signIn: SignIn;
  readonly hostKey: HostKey;
}
