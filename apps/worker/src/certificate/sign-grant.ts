import { sign } from "node:crypto";
import type { AddressGrant, SignedAddressGrant } from "@primacy/contract/agent";
import type { ConsoleIdentity } from "../agent-client/tls-connection";

/** Signs a permit with the console's own key. Two signatures of the same permit differ. */
export function signGrant(
  permit: AddressGrant,
  { keyPem, certificatePem }: Pick<ConsoleIdentity, "keyPem" | "certificatePem">,
): SignedAddressGrant {
  const text = JSON.stringify(permit);
  return { text, signature: sign("sha256", Buffer.from(text), keyPem).toString("base64"), certificatePem };
}
