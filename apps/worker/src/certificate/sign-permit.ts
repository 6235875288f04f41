import { sign } from "node:crypto";
import type { Permit, SignedPermit } from "@primacy/contract/agent";
import type { ConsoleIdentity } from "../agent-client/tls-connection";

/** Signs a permit with the console's own key. Two signatures of the same permit differ. */
export function signPermit(
  permit: Permit,
  { keyPem, certificatePem }: Pick<ConsoleIdentity, "keyPem" | "certificatePem">,
): SignedPermit {
  const text = JSON.stringify(permit);
  return { text, signature: sign("sha256", Buffer.from(text), keyPem).toString("base64"), certificatePem };
}
