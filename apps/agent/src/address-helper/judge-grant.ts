import { verify, X509Certificate } from "node:crypto";
import { familyOf, hostPrefixLength } from "@primacy/contract";
import { AddressGrant, type SignedAddressGrant } from "@primacy/contract/agent";
import { listIdentities } from "../identity/identity";

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
  | { readonly kind: "refused"; readonly reasons: readonly string[] };

/** Judges by whom a permit was signed, for whom, and whether this version can keep to all of it. */
export function judgeGrant(signed: SignedAddressGrant, facts: GrantFacts): GrantVerdict {
  const certificate = parseCertificate(signed.certificatePem);
  if (certificate === null) {
    return { kind: "refused", reasons: ["its certificate cannot be read"] };
  }
  const parsed = AddressGrant.safeParse(parseJson(signed.text));
  const reasons = [
    ...judgeSigner(certificate, signed, facts),
    ...(parsed.success ? judgeContent(parsed.data, facts) : ["its form is not known to this version"]),
  ];
  return parsed.success && reasons.length === 0
    ? { kind: "valid", permit: parsed.data }
    : { kind: "refused", reasons };
}

/** Why a signed text is not the word of this host's console; empty where it is. */
export function judgeSignature(signed: SignedAddressGrant, facts: SignerFacts): string[] {
  const certificate = parseCertificate(signed.certificatePem);
  return certificate === null ? ["its certificate cannot be read"] : judgeSigner(certificate, signed, facts);
}

function judgeSigner(certificate: X509Certificate, signed: SignedAddressGrant, facts: SignerFacts): string[] {
  const reasons: string[] = [];
  const authority = parseCertificate(facts.authorityPem);
  if (authority === null || !certificate.verify(authority.publicKey)) {
    reasons.push("its certificate was not issued by the authority of this host");
  }
  const isConsole = listIdentities(certificate.subjectAltName).some(
    ({ kind, consoleId }) => kind === "console" && consoleId === facts.consoleId,
  );
  if (!isConsole) {
    reasons.push("its certificate is not that of this host's console");
  }
  if (facts.wallMs !== null && !isInForce(certificate, facts.wallMs)) {
    reasons.push("its certificate is not in force by this host's clock");
  }
  const signature = Buffer.from(signed.signature, "base64");
  if (!verify("sha256", Buffer.from(signed.text), certificate.publicKey, signature)) {
    reasons.push("its signature does not fit");
  }
  return reasons;
}

function judgeContent(permit: AddressGrant, { hostId }: GrantFacts): string[] {
  const addresses = permit.vips.map((vip) => vip.address);
  return [
    ...(permit.hostId === hostId ? [] : ["it is for another host"]),
    // Alone: no route and no other address depends on it then.
    ...permit.vips.flatMap(({ address, prefixLength }) =>
      familyOf(address) !== null && prefixLength === hostPrefixLength(address)
        ? []
        : [`${address}/${prefixLength} is not an address alone`],
    ),
    ...(new Set(addresses).size === addresses.length ? [] : ["it lists an address twice"]),
  ];
}

function isInForce({ validFrom, validTo }: X509Certificate, wallMs: number): boolean {
  return Date.parse(validFrom) <= wallMs && wallMs <= Date.parse(validTo);
}

function parseCertificate(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem);
  } catch {
    return null;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
