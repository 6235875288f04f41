import { sign } from "node:crypto";
import type { AddressGrant, SignedAddressGrant } from "@primacy/contract/agent";
import type { ConsoleIdentity } from "../agent-client/tls-connection";

type SigningIdentity = Pick<ConsoleIdentity, "keyPem" | "certificatePem">;

/** Signs a grant with the console's own key. Two signatures of the same grant differ. */
export function signGrant(grant: AddressGrant, identity: SigningIdentity): SignedAddressGrant {
  return signAsConsole(grant, identity);
}

/** The text of a value in JSON, with the console's signature over that text: what is verified is the text as it came. */
export function signAsConsole(
  value: object,
  { keyPem, certificatePem }: SigningIdentity,
): SignedAddressGrant {
  const text = JSON.stringify(value);
  return { text, signature: sign("sha256", Buffer.from(text), keyPem).toString("base64"), certificatePem };
}
