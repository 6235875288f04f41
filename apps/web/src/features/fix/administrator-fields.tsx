"use client";

import type { AdministratorAccount } from "@primacy/contract";
import { Field, Input } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** Nobody yet. */
export const nobody: AdministratorAccount = { user: "", password: "" };

/** Properties of {@link AdministratorFields}. */
interface AdministratorFieldsProps {
  readonly account: AdministratorAccount;
  readonly onAccount: (account: AdministratorAccount) => void;
  /** Why it is asked for. */
  readonly text: string;
  /** False where another account is used without it. */
  readonly isRequired?: boolean;
  /** The refusals of a field, by its path; none where they are told elsewhere. */
  readonly errorsOf?: (path: string) => readonly string[];
}

/** Asks for the account that does what Primacy's own may not. */
export function AdministratorFields({
  account,
  onAccount,
  text,
  isRequired = true,
  errorsOf = () => [],
}: AdministratorFieldsProps): ReactNode {
  const t = useTranslations("vip.wizard.fix");
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="font-medium">{t("account")}</legend>
      <p className="text-ink-muted text-xs">{text}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("user")} errors={errorsOf("/administrator/user")} required={isRequired}>
          <Input
            mono
            autoCapitalize="none"
            autoComplete="off"
            value={account.user}
            onChange={(event) => onAccount({ ...account, user: event.target.value })}
          />
        </Field>
        <Field label={t("password")} errors={errorsOf("/administrator/password")} required={isRequired}>
          <Input
            type="password"
            autoComplete="off"
            value={account.password}
            onChange={(event) => onAccount({ ...account, password: event.target.value })}
          />
        </Field>
      </div>
    </fieldset>
  );
}
