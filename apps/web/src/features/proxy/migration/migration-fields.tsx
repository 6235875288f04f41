"use client";

import { formatMessage, type Problem, type ProblemDetail } from "@primacy/contract";
import { Card, Field, FormErrorSummary, Input } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AddressInput } from "../../../client/address-input";
import { useReaderLocale } from "../../../client/use-locale";
import { useTypedProblems } from "../../../client/use-typed-problems";
import { findMigrationProblems, type MigrationDraft } from "./migration-draft";

/** Properties of {@link MigrationFields}. */
interface MigrationFieldsProps {
  readonly draft: MigrationDraft;
  /** Somebody has asked for the check: everything that is wrong is told. */
  readonly isTold: boolean;
  readonly problem: Problem | null;
  readonly onCheck: () => void;
  readonly onDraft: (draft: MigrationDraft) => void;
}

const fields = ["address", "port"] as const;
type FieldName = (typeof fields)[number];
const idOf = (field: FieldName): string => `migration-${field}`;

/** The address and the port of the clients. */
export function MigrationFields({
  draft,
  isTold,
  problem,
  onCheck,
  onDraft,
}: MigrationFieldsProps): ReactNode {
  const t = useTranslations("migration");
  const locale = useReaderLocale();
  const own = findMigrationProblems(draft);
  // Nobody is told of what they have not come to yet.
  const begun = own.filter(({ path }) => path !== "/migration/address" || draft.address !== "");
  const typed = useTypedProblems(JSON.stringify(draft), begun);
  const told: readonly ProblemDetail[] = [...(isTold ? own : []), ...(problem?.errors ?? [])];
  const fieldOf = (field: FieldName) => {
    const path = `/migration/${field}`;
    const texts = told.filter((one) => one.path === path).map((one) => formatMessage(one.message, locale));
    return { id: idOf(field), errors: [...new Set([...typed.errors(path), ...texts])], required: true };
  };
  const problems = told.map((one) => {
    const field = fields.find((name) => one.path === `/migration/${name}`);
    const message = formatMessage(one.message, locale);
    return field === undefined ? { message } : { message, fieldId: idOf(field) };
  });
  return (
    <form
      id="migration"
      className="flex min-w-0 flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onCheck();
      }}
    >
      {problems.length === 0 ? null : <FormErrorSummary title={t("problems")} problems={problems} />}
      <Card title={t("formTitle")} description={t("formText")}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t("address")} hint={t("addressHint")} {...fieldOf("address")}>
            <AddressInput
              name="address"
              value={draft.address}
              onText={(address) => onDraft({ ...draft, address })}
              onLeave={typed.tell}
            />
          </Field>
          <Field label={t("port")} hint={t("portHint")} {...fieldOf("port")}>
            <Input
              name="port"
              inputMode="numeric"
              autoComplete="off"
              className="tabular-nums"
              value={draft.port}
              onChange={({ target }) => onDraft({ ...draft, port: target.value })}
              onBlur={typed.tell}
            />
          </Field>
        </div>
      </Card>
    </form>
  );
}
