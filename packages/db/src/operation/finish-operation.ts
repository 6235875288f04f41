import type { RepositoryContext } from "../connection/context";
import { releaseSubjects } from "./exclusion";

/** Frees what an operation had for itself alone, and deletes the credentials that came with it. */
export async function finishOperation({ connection }: RepositoryContext, operationId: string): Promise<void> {
  await releaseSubjects(connection, operationId);
  const rows = await connection.operationSecret.findMany({ where: { operationId } });
  await connection.operationSecret.deleteMany({ where: { operationId } });
  await connection.secret.deleteMany({ where: { id: { in: rows.map((row) => row.secretId) } } });
}
