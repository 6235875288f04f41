import { checkValue, MigrationRequest, type ProblemDetail } from "@primacy/contract";

/** The form of a migration, as typed. */
export interface MigrationDraft {
  readonly address: string;
  readonly port: string;
}

/** The form as it opens. */
export const emptyMigrationDraft: MigrationDraft = { address: "", port: "3306" };

/** What is asked for by the form; a port that is no number stays none, and is told. */
export function toRequest({ address, port }: MigrationDraft): {
  readonly to: "vip";
  readonly address: string;
  readonly port: number;
} {
  const number = /^\d+$/.test(port.trim()) ? Number(port) : Number.NaN;
  return { to: "vip", address: address.trim(), port: number };
}

/** What the API would say against the form as it stands. */
export function findMigrationProblems(draft: MigrationDraft): readonly ProblemDetail[] {
  return checkValue(MigrationRequest, "/migration", toRequest(draft));
}
