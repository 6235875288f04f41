"use client";

import { Button, Card, Field, FormErrorSummary, Input, KeyValueList, Link, showToast } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Loaded } from "../../client/loaded";
import { fieldErrors, generalErrors } from "../../client/problem-text";
import { findProblem, useApi, useApiChange } from "../../client/use-api";
import { useReaderLocale } from "../../client/use-locale";

/** One's own password, and what this console is. */
export function ProfilePage(): ReactNode {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <PasswordCard />
      <AboutCard />
    </div>
  );
}

function PasswordCard(): ReactNode {
  const t = useTranslations("settings");
  const locale = useReaderLocale();
  const [currentPassword, setCurrent] = useState("");
  const [newPassword, setNext] = useState("");
  const change = useApiChange("changeProfile", {
    shows: "refusals",
    invalidates: ["listSessions"],
    onSuccess: () => {
      setCurrent("");
      setNext("");
      showToast("done", { title: t("password.done") });
    },
  });
  const problem = findProblem(change.error);
  const general = generalErrors(problem, ["/currentPassword", "/newPassword"], locale);
  return (
    <Card title={t("password.title")}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ body: { currentPassword, newPassword } });
        }}
      >
        {general.length === 0 ? null : (
          <FormErrorSummary title={t("refused")} problems={general.map((message) => ({ message }))} />
        )}
        <Field
          label={t("password.current")}
          errors={fieldErrors(problem, "/currentPassword", locale)}
          required
        >
          <Input
            type="password"
            autoComplete="current-password"
            value={currentPassword}
            onChange={(event) => setCurrent(event.target.value)}
          />
        </Field>
        <Field label={t("password.next")} errors={fieldErrors(problem, "/newPassword", locale)} required>
          <Input
            type="password"
            autoComplete="new-password"
            value={newPassword}
            onChange={(event) => setNext(event.target.value)}
          />
        </Field>
        <Button type="submit" className="self-start" loading={change.isPending}>
          {t("password.submit")}
        </Button>
      </form>
    </Card>
  );
}

function AboutCard(): ReactNode {
  const t = useTranslations("settings.about");
  const common = useTranslations("common");
  const query = useApi("getAbout");
  return (
    <Card title={t("title")}>
      <Loaded query={query}>
        {(about) => (
          <KeyValueList
            items={[
              { key: "version", label: t("version"), value: about.version, mono: true },
              { key: "agent", label: t("agent"), value: about.agentVersion ?? common("unknown"), mono: true },
              { key: "protocol", label: t("protocol"), value: about.agentProtocol, mono: true },
              { key: "worker", label: t("worker"), value: t(about.hasWorker ? "running" : "absent") },
              { key: "api", label: t("api"), value: <Link href="/api/v1/docs">/api/v1</Link> },
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}
