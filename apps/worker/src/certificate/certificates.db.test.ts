import "reflect-metadata";
import { createPrivateKey, randomUUID, webcrypto, X509Certificate } from "node:crypto";
import { agentServerName } from "@primacy/contract/agent";
import { openTestDatabase, type TestDatabase } from "@primacy/db/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestWorker } from "../testing/test-worker";
import { CertificateRequestFailure } from "./certificate-failure";
import { makeMetricsCertificate } from "./metrics-certificate";
import { isRenewalDue } from "./renewal";
import { keyAlgorithm, Pkcs10CertificateRequestGenerator } from "./x509";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened?.close());

async function makeRequest(): Promise<string> {
  const keys = await webcrypto.subtle.generateKey(keyAlgorithm, true, ["sign", "verify"]);
  const request = await Pkcs10CertificateRequestGenerator.create({
    name: [{ CN: ["whoever I like"] }],
    keys,
    signingAlgorithm: keyAlgorithm,
  });
  return request.toString("pem");
}

describe("the console's certificates", () => {
  test("workers that start at the same time share one authority and one certificate", async () => {
    const workers = [1, 2, 3].map(() => createTestWorker(opened.openAnother()));
    await Promise.all(workers.map((worker) => worker.consoleCertificates.load()));
    const [first, ...others] = workers.map((worker) => worker.consoleCertificates.identity);
    for (const other of others) expect(other).toEqual(first);
  });

  test("the authority's key is not in the database in clear", async () => {
    const { database } = opened;
    const authority = await database.certificates.findAuthority();
    const key = await database.certificates.findAuthorityKey(authority?.id ?? "");
    expect(key).toContain("PRIVATE KEY");
    await expect(
      opened.openAnother({ masterKey: Buffer.alloc(32, 9).toString("base64") }).check(),
    ).rejects.toThrow();
  });

  test("a host's certificate carries the identity that the console says, and is verified by its authority", async () => {
    const worker = createTestWorker(opened.database);
    await worker.consoleCertificates.load();
    const id = randomUUID();
    const { record, caPem, consoleId } = await worker.certificates.issueForHost(
      { id, name: "db1" },
      await makeRequest(),
    );
    const certificate = new X509Certificate(record.certificatePem);
    expect(certificate.subjectAltName).toBe(
      `URI:spiffe://primacy/${consoleId}/host/${id}, DNS:${agentServerName}`,
    );
    expect(certificate.subject).toBe("CN=db1");
    expect(certificate.verify(new X509Certificate(caPem).publicKey)).toBe(true);
    expect(certificate.ca).toBe(false);
    expect(certificate.serialNumber.toLowerCase()).toBe(record.serial);
    expect((await opened.database.certificates.listByHost(id)).map((one) => one.serial)).toEqual([
      record.serial,
    ]);
  });

  test("a certificate for metrics is of the same authority, for a client only, and the audit log has it", async () => {
    const worker = createTestWorker(opened.database);
    await worker.consoleCertificates.load();
    const { consoleId, caPem } = worker.consoleCertificates.identity;
    const made = await makeMetricsCertificate(opened.database, { operator: "root@server", now: new Date() });
    if (made === null) throw new Error("there is an authority");
    const certificate = new X509Certificate(made.certificatePem);
    expect(certificate.subjectAltName).toBe(`URI:spiffe://primacy/${consoleId}/metrics`);
    expect(certificate.verify(new X509Certificate(caPem).publicKey)).toBe(true);
    expect(certificate.checkPrivateKey(createPrivateKey(made.keyPem))).toBe(true);
    expect(certificate.keyUsage).toEqual(["1.3.6.1.5.5.7.3.2"]);
    expect(made.caPem).toBe(caPem);
    const noted = await opened.database.audit.list(
      { action: "certificate.metrics" },
      { after: null, limit: 10 },
    );
    expect(noted.items).toMatchObject([{ actorName: "root@server" }]);
  });

  test("a request that is not signed by its own key is refused", async () => {
    const worker = createTestWorker(opened.database);
    await worker.consoleCertificates.load();
    const pem = await makeRequest();
    const lines = pem.split("\n");
    const at = lines.length - 3;
    lines[at] = (lines[at] ?? "").replace(/[A-Za-z]/g, (letter) => (letter === "A" ? "B" : "A"));
    const issue = worker.certificates.issueForHost({ id: randomUUID(), name: "db1" }, lines.join("\n"));
    await expect(issue).rejects.toBeInstanceOf(CertificateRequestFailure);
  });

  test("the console's certificate is renewed at two thirds of its time, and not before", async () => {
    const before = createTestWorker(opened.database);
    await before.consoleCertificates.load();
    const { certificatePem } = before.consoleCertificates.identity;
    const dayMs = 24 * 60 * 60 * 1000;
    const at = (days: number) => ({ now: () => new Date(Date.now() + days * dayMs) });
    const { ConsoleCertificates } = await import("./console-certificates");
    const { db, actor, log } = before;
    const early = new ConsoleCertificates({ db, actor, log, ...at(240) });
    await early.load();
    expect(early.identity.certificatePem).toBe(certificatePem);
    const late = new ConsoleCertificates({ db, actor, log, ...at(250) });
    await late.load();
    expect(late.identity.certificatePem).not.toBe(certificatePem);
    expect(late.identity.caPem).toBe(before.consoleCertificates.identity.caPem);
  });
});

test("a renewal is due from two thirds on", () => {
  const certificate = { notBefore: new Date(0), notAfter: new Date(3000) };
  expect(isRenewalDue(certificate, new Date(1999))).toBe(false);
  expect(isRenewalDue(certificate, new Date(2000))).toBe(true);
});
