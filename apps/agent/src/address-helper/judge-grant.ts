import { verify, type X509Certificate } from "node:crypto";
import { familyOf, hostPrefixLength, isPrefixOf, type Message, message } from "@primacy/contract";
import { AddressGrant, type SignedAddressGrant } from "@primacy/contract/agent";
import { readSigner, type Signer } from "./signer";

/** Against what the signer of a text is judged. */
export interface SignerFacts {
  /** The console's authority, as root's file has it. */
  readonly authorityPem: string;
  readonly consoleId: string;
  /** The wall clock when it arrived; null for one that was kept: its certificate may have expired since. */
  readonly wallMs: number | null;
}

/** Against what a permit is judged. */
export interface GrantFacts extends SignerFacts {
  readonly hostId: string;
}

/** What a permit is worth. `reasons` has all that speaks against it. */
export type GrantVerdict =
  | { readonly kind: "valid"; readonly permit: AddressGrant }
  | { readonly kind: "refused"; readonly reasons: readonly Message[] };

/** Judges by whom a permit was signed, for whom, and whether this version can keep to all of it. */
export function judgeGrant(signed: SignedAddressGrant, facts: GrantFacts): GrantVerdict {
  const signer = readSigner(signed.certificatePem, facts.authorityPem);
  if (signer === null) {
    return { kind: "refused", reasons: [message("grant.certificate_unreadable")] };
  }
  const parsed = AddressGrant.safeParse(parseJson(signed.text));
  const reasons = [
    ...judgeSigner(signer, signed, facts),
    ...(parsed.success ? judgeContent(parsed.data, facts) : [message("grant.unknown_form")]),
  ];
  return parsed.success && reasons.length === 0
    ? { kind: "valid", permit: parsed.data }
    : { kind: "refused", reasons };
}

/** Why a signed text is not the word of this host's console; empty where it is. */
export function judgeSignature(signed: SignedAddressGrant, facts: SignerFacts): Message[] {
  const signer = readSigner(signed.certificatePem, facts.authorityPem);
  return signer === null ? [message("grant.certificate_unreadable")] : judgeSigner(signer, signed, facts);
}

function judgeSigner(
  { certificate, isIssued, identities }: Signer,
  signed: SignedAddressGrant,
  facts: SignerFacts,
): Message[] {
  const reasons: Message[] = [];
  if (!isIssued) {
    reasons.push(message("grant.certificate_issuer"));
  }
  const isConsole = identities.some(
    ({ kind, consoleId }) => kind === "console" && consoleId === facts.consoleId,
  );
  if (!isConsole) {
    reasons.push(message("grant.certificate_console"));
  }
  if (facts.wallMs !== null && !isInForce(certificate, facts.wallMs)) {
    reasons.push(message("grant.certificate_dates"));
  }
  const signature = Buffer.from(signed.signature, "base64");
  if (!verify("sha256", Buffer.from(signed.text), certificate.publicKey, signature)) {
    reasons.push(message("grant.signature"));
  }
  return reasons;
}

function judgeContent(permit: AddressGrant, { hostId }: GrantFacts): Message[] {
  const addresses = permit.vips.map((vip) => vip.address);
  return [
    ...(permit.hostId === hostId ? [] : [message("grant.other_host")]),
    // Alone: no route and no other address depends on it then.
    ...permit.vips.flatMap(({ address, prefixLength }) =>
      familyOf(address) !== null && prefixLength === hostPrefixLength(address)
        ? []
        : [message("grant.not_alone", { address, prefixLength })],
    ),
    ...(new Set(addresses).size === addresses.length ? [] : [message("grant.address_twice")]),
    ...(permit.guards ?? []).flatMap(({ address, prefixLength }) => [
      // What may be held here is leased: nobody leaves it behind.
      ...(addresses.includes(address) ? [message("grant.guard_twice", { address })] : []),
      ...(isPrefixOf(address, prefixLength)
        ? []
        : [message("grant.guard_prefix", { address, prefixLength })]),
    ]),
  ];
}

function isInForce({ validFrom, validTo }: X509Certificate, wallMs: number): boolean {
  return Date.parse(validFrom) <= wallMs && wallMs <= Date.parse(validTo);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
