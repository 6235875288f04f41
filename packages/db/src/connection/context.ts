import type { Prisma } from "../generated/client";
import type { SecretCipher } from "../secret/secret-cipher";

/** What every repository works with: a connection or a transaction, and the cipher for secrets. */
export interface RepositoryContext {
  readonly connection: Prisma.TransactionClient;
  readonly cipher: SecretCipher;
}
