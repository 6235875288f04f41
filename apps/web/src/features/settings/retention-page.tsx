"use client";

import type { Retention } from "@primacy/contract";
import { Button, Card, Checkbox, Field, FormErrorSummary, Input, showToast } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Loaded } from "../../client/loaded";
import { fieldErrors, generalErrors } from "../../client/problem-text";
import { findProblem, useApi, useApiChange } from "../../client/use-api";
import { useReaderLocale } from "../../client/use-locale";

const kinds = ["samplesDays", "eventsDays", "operationsDays"] as const;
const suggestedAuditDays = "3650";

/** How long samples, events, operations and audit entries are kept. */
export function RetentionPage(): ReactNode {
  return <Loaded query={useApi("getRetention")}>{(value) => <RetentionForm kept={value} />}</Loaded>;
}

function RetentionForm({ kept }: { readonly kept: Retention }): ReactNode {
  const t = useTranslations("settings");
  const locale = useReaderLocale();
  const [draft, setDraft] = useState({
    samplesDays: String(kept.samplesDays),
    eventsDays: String(kept.eventsDays),
    operationsDays: String(kept.operationsDays),
    auditDays: String(kept.auditDays ?? ""),
  });
  const [keepsAudit, setKeepsAudit] = useState(kept.auditDays === null);
  const change = useApiChange("setRetention", {
    shows: "refusals",
    invalidates: ["getRetention", "listAudit"],
    onSuccess: () => showToast("done", { title: t("retention.done") }),
  });
  const problem = findProblem(change.error);
  const paths = [...kinds, "auditDays"].map((kind) => `/${kind}`);
  const general = generalErrors(problem, paths, locale);
  const days = (kind: keyof typeof draft): ReactNode => (
    <div className="flex items-center gap-2">
      <Input
        className="w-28 tabular-nums"
        inputMode="numeric"
        name={kind}
        value={draft[kind]}
        onChange={(event) => setDraft({ ...draft, [kind]: event.target.value })}
      />
      <span className="text-ink-muted text-sm">{t("retention.days")}</span>
    </div>
  );
  return (
    <Card title={t("retention.title")} description={t("retention.intro")} className="max-w-2xl">
      <form
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          const body = {
            samplesDays: toDays(draft.samplesDays),
            eventsDays: toDays(draft.eventsDays),
            operationsDays: toDays(draft.operationsDays),
            auditDays: keepsAudit ? null : toDays(draft.auditDays),
          };
          change.mutate({ body });
        }}
      >
        {general.length === 0 ? null : (
          <FormErrorSummary title={t("refused")} problems={general.map((message) => ({ message }))} />
        )}
        {kinds.map((kind) => (
          <Field
            key={kind}
            label={t(`retention.${kind}`)}
            hint={t(`retention.hint.${kind}`)}
            errors={fieldErrors(problem, `/${kind}`, locale)}
          >
            {days(kind)}
          </Field>
        ))}
        <div className="flex flex-col gap-2">
          <Checkbox
            label={t("retention.keepAudit")}
            hint={t("retention.hint.auditDays")}
            checked={keepsAudit}
            onCheckedChange={(next) => {
              setKeepsAudit(next);
              if (!next && draft.auditDays === "") setDraft({ ...draft, auditDays: suggestedAuditDays });
            }}
          />
          {keepsAudit ? null : (
            <Field label={t("retention.auditDays")} errors={fieldErrors(problem, "/auditDays", locale)}>
              {days("auditDays")}
            </Field>
          )}
        </div>
        <Button type="submit" variant="primary" className="self-start" loading={change.isPending}>
          {t("retention.save")}
        </Button>
      </form>
    </Card>
  );
}

/** What is no number becomes 0, which the API refuses with its reason: null would mean for ever. */
function toDays(text: string): number {
  const days = Number(text.trim().replace(",", "."));
  return Number.isFinite(days) ? days : 0;
}
