import { randomUUID, verify, X509Certificate } from "node:crypto";
import { SignedAddressGrant } from "@primacy/contract/agent";
import { expect, test } from "vitest";
import { makeTestConsole } from "../testing/test-agent";
import { signGrant } from "./sign-grant";

test("a permit is signed with the key of the console's certificate, which comes with it", async () => {
  const { identity } = await makeTestConsole(randomUUID());
  const permit = {
    version: 1 as const,
    hostId: randomUUID(),
    clusterId: randomUUID(),
    epoch: 7,
    maxLeaseSeconds: 5,
    vips: [],
  };
  const signed = SignedAddressGrant.parse(signGrant(permit, identity));
  expect(JSON.parse(signed.text)).toEqual(permit);
  const certificate = new X509Certificate(signed.certificatePem);
  expect(certificate.verify(new X509Certificate(identity.caPem).publicKey)).toBe(true);
  const signature = Buffer.from(signed.signature, "base64");
  expect(verify("sha256", Buffer.from(signed.text), certificate.publicKey, signature)).toBe(true);
  expect(verify("sha256", Buffer.from(`${signed.text} `), certificate.publicKey, signature)).toBe(false);
});
