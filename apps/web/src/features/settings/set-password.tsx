"use client";

import type { User } from "@primacy/contract";
import { Field, Input } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { FormDialog } from "../../client/form-dialog";
import { fieldErrors } from "../../client/problem-text";
import { findProblem, useApiChange } from "../../client/use-api";
import { useErrorTexts } from "../../client/use-error-texts";
import { useReaderLocale } from "../../client/use-locale";

/** Gives a user another password, as where one was forgotten. Whoever is signed in as them has to sign in again. */
export function SetPassword({
  user,
  onClose,
}: {
  readonly user: User;
  readonly onClose: () => void;
}): ReactNode {
  const t = useTranslations("settings.users");
  const settings = useTranslations("settings");
  const locale = useReaderLocale();
  const [password, setPassword] = useState("");
  const change = useApiChange("changeUser", {
    invalidates: ["listUsers"],
    onSuccess: onClose,
    shows: "refusals",
  });
  const general = useErrorTexts()(change.error, ["/password"]);
  return (
    <FormDialog
      id="set-password"
      title={t("setPasswordTitle", { name: user.name })}
      submit={t("setPassword")}
      isPending={change.isPending}
      refused={{ title: settings("refused"), reasons: general }}
      onSubmit={() => change.mutate({ params: { id: user.id }, body: { password } })}
      onClose={onClose}
    >
      <p className="text-ink-muted text-sm">{t("setPasswordText")}</p>
      <Field
        label={settings("password.next")}
        errors={fieldErrors(findProblem(change.error), "/password", locale)}
        required
      >
        <Input
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
