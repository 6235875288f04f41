import type { RepositoryContext } from "../connection/context";
import { lockUntilCommit } from "../connection/lock";
import type {
  CertificateAuthority as AuthorityRow,
  Certificate as CertificateRow,
} from "../generated/client";
import { createSecretReader, createSecretRepository } from "../secret/secret-repository";

/** The console's certificate authority without its key. */
export interface AuthorityRecord {
  readonly id: string;
  readonly certificatePem: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** An authority to store, with its private key in PEM. */
export interface AuthorityDraft {
  readonly certificatePem: string;
  readonly keyPem: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** A certificate that was issued. */
export interface CertificateRecord {
  readonly id: string;
  readonly authorityId: string;
  /** Hexadecimal, lower case. */
  readonly serial: string;
  readonly role: "console" | "host";
  readonly hostId: string | null;
  readonly certificatePem: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly revokedAt: Date | null;
}

/** A certificate to record; the key only where the console itself made it. */
export interface CertificateDraft {
  readonly authorityId: string;
  readonly serial: string;
  readonly role: "console" | "host";
  readonly hostId: string | null;
  readonly certificatePem: string;
  readonly keyPem?: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** A certificate with its private key in clear. */
export interface CertificateWithKey extends CertificateRecord {
  readonly keyPem: string;
}

/** Reads certificates. */
export interface CertificateReader {
  /** The authority that signs now; null before the first start is complete. */
  findAuthority(): Promise<AuthorityRecord | null>;
  /** For the worker only: the private key of an authority, in clear. Throws `MasterKeyError`. */
  findAuthorityKey(authorityId: string): Promise<string | null>;
  /** For the worker only: the console's newest certificate that is not revoked, with its key in clear. */
  findConsoleCertificate(): Promise<CertificateWithKey | null>;
  /** Newest first. */
  listByHost(hostId: string): Promise<readonly CertificateRecord[]>;
}

/** Keeps the record of the authority and of everything that it issued. */
export interface CertificateRepository extends CertificateReader {
  /** The authority that signs now, made with `make` when there is none. Concurrent callers get the same one. */
  ensureAuthority(make: () => Promise<AuthorityDraft>): Promise<AuthorityRecord>;
  /** Records a certificate. Fails when its serial was used before. */
  record(draft: CertificateDraft): Promise<CertificateRecord>;
  /** Marks every certificate of a host as revoked; returns their serials. */
  revokeByHost(hostId: string): Promise<readonly string[]>;
}

/** Reads through a connection or a transaction. */
export function createCertificateReader(context: RepositoryContext): CertificateReader {
  const { connection } = context;
  const secrets = createSecretReader(context);
  return {
    async findAuthority() {
      const row = await connection.certificateAuthority.findFirst({ orderBy: { id: "desc" } });
      return row && toAuthority(row);
    },
    async findAuthorityKey(authorityId) {
      const row = await connection.certificateAuthority.findUnique({ where: { id: authorityId } });
      return row && secrets.open(row.keySecretId);
    },
    async findConsoleCertificate() {
      const row = await connection.certificate.findFirst({
        where: { role: "console", revokedAt: null, keySecretId: { not: null } },
        orderBy: { id: "desc" },
      });
      if (!row || row.keySecretId === null) return null;
      return { ...toCertificate(row), keyPem: await secrets.open(row.keySecretId) };
    },
    async listByHost(hostId) {
      const rows = await connection.certificate.findMany({ where: { hostId }, orderBy: { id: "desc" } });
      return rows.map(toCertificate);
    },
  };
}

/** Writes within a transaction. */
export function createCertificateRepository(context: RepositoryContext): CertificateRepository {
  const { connection } = context;
  const reader = createCertificateReader(context);
  const secrets = createSecretRepository(context);
  return {
    ...reader,
    async ensureAuthority(make) {
      await lockUntilCommit(connection, "certificate authority");
      const existing = await reader.findAuthority();
      if (existing) return existing;
      const { keyPem, ...draft } = await make();
      const keySecretId = await secrets.create("certificate_authority_key", keyPem);
      return toAuthority(await connection.certificateAuthority.create({ data: { ...draft, keySecretId } }));
    },
    async record({ keyPem, ...draft }) {
      const keySecretId = keyPem === undefined ? null : await secrets.create("certificate_key", keyPem);
      return toCertificate(await connection.certificate.create({ data: { ...draft, keySecretId } }));
    },
    async revokeByHost(hostId) {
      const rows = await connection.certificate.updateManyAndReturn({
        where: { hostId, revokedAt: null },
        data: { revokedAt: new Date() },
      });
      return rows.map((row) => row.serial);
    },
  };
}

function toAuthority({ id, certificatePem, notBefore, notAfter }: AuthorityRow): AuthorityRecord {
  return { id, certificatePem, notBefore, notAfter };
}

function toCertificate(row: CertificateRow): CertificateRecord {
  const { id, authorityId, serial, hostId, certificatePem, notBefore, notAfter, revokedAt } = row;
  const role = row.role === "console" ? "console" : "host";
  return { id, authorityId, serial, role, hostId, certificatePem, notBefore, notAfter, revokedAt };
}
