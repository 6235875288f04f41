"use client";

import { Button, Card, Field, FormErrorSummary, Input } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AddressInput } from "../../client/address-input";
import { checkTypedHost } from "../../client/check-typed";
import { fieldErrors } from "../../client/problem-text";
import { useErrorTexts } from "../../client/use-error-texts";
import { useReaderLocale } from "../../client/use-locale";
import type { Starter } from "../../client/use-started";
import { useTypedProblems } from "../../client/use-typed-problems";
import { OperationProblem } from "../operation/operation-page";
import type { StepParts } from "./register-cluster";

/** How to reach one member. */
export interface SeedDraft {
  readonly address: string;
  readonly port: string;
  readonly user: string;
  readonly password: string;
}

/** An empty form. */
export const emptySeed: SeedDraft = { address: "", port: "3306", user: "", password: "" };

/** Properties of {@link SeedStep}. */
interface SeedStepProps {
  readonly draft: SeedDraft;
  readonly onChange: (draft: SeedDraft) => void;
  readonly discovering: Starter;
  readonly onDiscover: () => void;
  readonly children: (parts: StepParts) => ReactNode;
}

/** Address and administrator of one member. */
export function SeedStep({ draft, onChange, discovering, onDiscover, children }: SeedStepProps): ReactNode {
  const t = useTranslations("cluster.register");
  const locale = useReaderLocale();
  const { operation, problem } = discovering;
  const isRunning = discovering.isUnderWay;
  const own = useTypedProblems(draft.address, checkTypedHost("/address", draft.address));
  const errors = (field: string): string[] => [
    ...new Set([...own.errors(`/${field}`), ...fieldErrors(problem, `/${field}`, locale)]),
  ];
  const general = useErrorTexts()(discovering.error, ["/address", "/port", "/user", "/password"]);
  const text = (
    field: keyof SeedDraft,
  ): { value: string; name: string; onChange: (event: { target: { value: string } }) => void } => ({
    name: field,
    value: draft[field],
    onChange: (event) => onChange({ ...draft, [field]: event.target.value }),
  });
  const body = (
    <form
      id="seed"
      className="flex flex-col gap-4"
      onBlur={own.tell}
      onSubmit={(event) => {
        event.preventDefault();
        onDiscover();
      }}
    >
      {general.length === 0 ? null : (
        <FormErrorSummary title={t("notDiscovered")} problems={general.map((message) => ({ message }))} />
      )}
      {operation === undefined ? null : <OperationProblem operation={operation} />}
      <Card>
        <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
          <Field label={t("address")} errors={errors("address")} required>
            <AddressInput
              name="address"
              value={draft.address}
              onText={(address) => onChange({ ...draft, address })}
            />
          </Field>
          <Field label={t("port")} errors={errors("port")} required>
            <Input mono inputMode="numeric" {...text("port")} />
          </Field>
          <Field
            label={t("user")}
            hint={t("userHint")}
            errors={errors("user")}
            required
            className="sm:col-span-2"
          >
            <Input mono autoCapitalize="none" autoComplete="off" {...text("user")} />
          </Field>
          <Field label={t("password")} errors={errors("password")} required className="sm:col-span-2">
            <Input type="password" autoComplete="off" {...text("password")} />
          </Field>
        </div>
      </Card>
    </form>
  );
  const footer = (
    <Button type="submit" form="seed" variant="primary" loading={isRunning}>
      {isRunning ? t("discovering") : t("discover")}
    </Button>
  );
  return children({ body, footer });
}
