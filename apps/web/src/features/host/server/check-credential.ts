import { type ProblemDetail, problemDetail, type SshCredential } from "@primacy/contract";
import { checkPrivateKey } from "@primacy/remote";

/** The problems of a credential that show without any host; `path` is its place in the body. Never repeats the key. */
export function checkCredential(credential: SshCredential, path: string): ProblemDetail[] {
  if (credential.kind !== "key") return [];
  const reason = checkPrivateKey(credential.privateKey, credential.passphrase);
  return reason === null ? [] : [problemDetail(`${path}/privateKey`, "private_key_invalid", { reason })];
}
