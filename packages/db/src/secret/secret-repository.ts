import type { RepositoryContext } from "../connection/context";
import { newId } from "../connection/new-id";
import { notFound } from "../errors/database-error";
import { wrongMasterKey } from "./secret-cipher";

/** What a secret is for; bound into its encryption. */
export type SecretPurpose =
  | "ssh_credential"
  | "console_ssh_key"
  | "cluster_credential"
  | "operation_secret"
  | "benchmark_account"
  | "certificate_authority_key"
  | "certificate_key";

/** Reads secrets. */
export interface SecretReader {
  /** The text of a secret. Throws `not_found`, or `MasterKeyError`. */
  open(id: string): Promise<string>;
}

/** Keeps secrets, encrypted under the master key. */
export interface SecretRepository extends SecretReader {
  /** Stores a secret and returns its id. Throws `MasterKeyError` when the database belongs to another key. */
  create(purpose: SecretPurpose, text: string): Promise<string>;
  /** Deletes a secret; nothing happens when it is gone already. Fails while a row refers to it. */
  remove(id: string): Promise<void>;
}

/** The setting that names the key that a database's secrets are written under. */
const KEY_SETTING = "master_key";

/** Reads secrets through a connection or a transaction. */
export function createSecretReader({ connection, cipher }: RepositoryContext): SecretReader {
  return {
    async open(id) {
      const row = await connection.secret.findUnique({ where: { id } });
      if (!row) throw notFound("secret", id);
      return cipher.open({ id, purpose: row.purpose }, row);
    },
  };
}

/** Keeps secrets within a transaction. */
export function createSecretRepository(context: RepositoryContext): SecretRepository {
  const { connection, cipher } = context;
  return {
    ...createSecretReader(context),
    async create(purpose, text) {
      await claimDatabase(context);
      const id = newId();
      await connection.secret.create({ data: { id, purpose, ...cipher.seal({ id, purpose }, text) } });
      return id;
    },
    async remove(id) {
      await connection.secret.deleteMany({ where: { id } });
    },
  };
}

/** Throws `MasterKeyError` when the database's secrets were written under another key. */
export async function checkMasterKey({ connection, cipher }: RepositoryContext): Promise<void> {
  const row = await connection.setting.findUnique({ where: { key: KEY_SETTING } });
  const keyId = readKeyId(row?.value);
  if (keyId !== null && keyId !== cipher.keyId) throw wrongMasterKey(keyId, cipher.keyId);
}

/** The first secret decides under which key a database is written; no later one may use another. */
async function claimDatabase(context: RepositoryContext): Promise<void> {
  const value = { keyId: context.cipher.keyId };
  await context.connection.setting.createMany({ data: [{ key: KEY_SETTING, value }], skipDuplicates: true });
  await checkMasterKey(context);
}

function readKeyId(value: unknown): string | null {
  if (typeof value !== "object" || value === null || !("keyId" in value)) return null;
  return typeof value.keyId === "string" ? value.keyId : null;
}
