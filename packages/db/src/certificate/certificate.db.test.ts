import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemActor } from "../audit/actor";
import type { Database } from "../database";
import { openTestDatabase, type TestDatabase } from "../testing/open-test-database";
import { createHost } from "../testing/samples";
import type { AuthorityDraft, CertificateDraft } from "./certificate-repository";

const system = systemActor("test");
const validity = { notBefore: new Date("2026-01-01T00:00:00Z"), notAfter: new Date("2027-01-01T00:00:00Z") };
let opened: TestDatabase;
let database: Database;
let serial = 0;

beforeAll(async () => {
  opened = await openTestDatabase();
  database = opened.database;
});
afterAll(() => opened.close());

const ensure = (name: string) =>
  database.transact(system, (unit) =>
    unit.certificates.ensureAuthority(
      async (): Promise<AuthorityDraft> => ({
        certificatePem: `CA ${name}`,
        keyPem: `KEY ${name}`,
        ...validity,
      }),
    ),
  );

async function record(draft: Partial<CertificateDraft>): Promise<string> {
  const { id } = await ensure("any");
  serial += 1;
  const certificate = await database.transact(system, (unit) =>
    unit.certificates.record({
      authorityId: id,
      serial: serial.toString(16),
      role: "host",
      hostId: null,
      certificatePem: `PEM ${serial}`,
      ...validity,
      ...draft,
    }),
  );
  return certificate.serial;
}

describe("the authority", () => {
  test("is made once, however many processes start at once, and its key is given in clear to the worker", async () => {
    await expect(database.certificates.findAuthority()).resolves.toBeNull();
    const authorities = await Promise.all(["a", "b", "c"].map(ensure));
    expect(new Set(authorities.map((one) => one.id)).size).toBe(1);
    const [authority] = authorities;
    const key = await database.certificates.findAuthorityKey(authority?.id ?? "");
    expect(key).toBe(authority?.certificatePem.replace("CA", "KEY"));
  });
});

describe("certificates", () => {
  test("the console uses its newest one, with the key", async () => {
    await expect(database.certificates.findConsoleCertificate()).resolves.toBeNull();
    await record({ role: "console", keyPem: "first key" });
    const newest = await record({ role: "console", keyPem: "second key" });
    await expect(database.certificates.findConsoleCertificate()).resolves.toMatchObject({
      serial: newest,
      role: "console",
      keyPem: "second key",
    });
  });

  test("of a host are revoked together, and stay on record when the host is forgotten", async () => {
    const host = await createHost(database);
    const serials = [await record({ hostId: host.id }), await record({ hostId: host.id })];
    const revoke = () => database.transact(system, (unit) => unit.certificates.revokeByHost(host.id));
    expect([...(await revoke())].sort()).toEqual([...serials].sort());
    expect(await revoke()).toEqual([]);
    await database.transact(system, (unit) => unit.hosts.remove(host.id));
    const kept = await database.certificates.listByHost(host.id);
    expect(kept.map((one) => [one.serial, one.revokedAt !== null])).toEqual(
      [...serials].reverse().map((one) => [one, true]),
    );
  });

  test("a serial is used once", async () => {
    const used = await record({});
    await expect(record({ serial: used })).rejects.toThrow();
  });
});
