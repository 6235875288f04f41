"use client";

import type { Problem } from "@primacy/contract";
import { Button, Field, FormErrorSummary, Input } from "@primacy/ui";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useState } from "react";
import { fieldErrors, generalErrors } from "../../client/problem-text";
import { findProblem, useApiChange } from "../../client/use-api";
import { useReaderLocale } from "../../client/use-locale";

/** Name and password, for the first administrator or for signing in; every reason for a refusal is shown at once. */
export function CredentialsForm({
  purpose,
  returnTo,
}: {
  readonly purpose: "setup" | "sign-in";
  readonly returnTo: string;
}): ReactNode {
  const t = useTranslations("signIn");
  const locale = useReaderLocale();
  const router = useRouter();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const onSuccess = (): void => {
    router.replace(returnTo);
    router.refresh();
  };
  const setUp = useApiChange("setUp", { onSuccess, shows: "failures" });
  const signIn = useApiChange("signIn", { onSuccess, shows: "failures" });
  const change = purpose === "setup" ? setUp : signIn;
  const problem: Problem | null = findProblem(change.error);
  const general =
    change.error !== null && problem === null
      ? [t("unreachable")]
      : generalErrors(problem, ["/name", "/password"], locale);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (purpose === "setup") setUp.mutate({ body: { name, password, locale } });
    else signIn.mutate({ body: { name, password } });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
      {general.length === 0 ? null : (
        <FormErrorSummary
          title={t(purpose === "setup" ? "setupRefused" : "refused")}
          problems={general.map((message) => ({ message }))}
        />
      )}
      <Field label={t("name")} errors={fieldErrors(problem, "/name", locale)} required>
        <Input
          name="name"
          autoComplete="username"
          autoCapitalize="none"
          autoFocus
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field
        label={t("password")}
        errors={fieldErrors(problem, "/password", locale)}
        required
        {...(purpose === "setup" ? { hint: t("passwordHint") } : {})}
      >
        <Input
          name="password"
          type="password"
          autoComplete={purpose === "setup" ? "new-password" : "current-password"}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" loading={change.isPending || change.isSuccess}>
        {t(purpose === "setup" ? "createAdmin" : "signIn")}
      </Button>
    </form>
  );
}
