"use client";

import type { BenchmarkCheck } from "@primacy/contract";
import { Card, formatDuration } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMessageText, useReaderLocale } from "../../../client/use-locale";
import { languageTag } from "../../../i18n/locale";
import { PlanPreview } from "../../operation/plan-preview";
import { estimateTime, roundSeconds } from "../benchmark-time";
import type { BenchmarkDraft } from "../form/benchmark-draft";

/** Beside the form: how long it takes by the numbers as they stand, and once it is checked what clients notice and the plan. */
export function BenchmarkConsequence({
  draft,
  checked,
  members,
  children,
}: {
  readonly draft: BenchmarkDraft;
  /** How many servers the cluster has. */
  readonly members: number;
  readonly checked: BenchmarkCheck | null;
  /** What is done about it. */
  readonly children: ReactNode;
}): ReactNode {
  const t = useTranslations("benchmark.form");
  const text = useMessageText();
  return (
    <Card title={t("consequenceTitle")} className="lg:sticky lg:top-20">
      <div className="flex flex-col gap-4 text-sm">
        <Time draft={draft} checked={checked} members={members} />
        {checked === null || checked.plan.steps.length === 0 ? (
          <p>{t("consequence")}</p>
        ) : (
          <>
            {checked.plan.consequences.map((one) => (
              <p key={one.text}>{text(one)}</p>
            ))}
            <section className="flex flex-col gap-2">
              <h3 className="font-medium">{t("plan")}</h3>
              <PlanPreview label={t("plan")} steps={checked.plan.steps} />
            </section>
          </>
        )}
        {children}
      </div>
    </Card>
  );
}

function Time({
  draft,
  checked,
  members,
}: {
  readonly draft: BenchmarkDraft;
  readonly checked: BenchmarkCheck | null;
  readonly members: number;
}): ReactNode {
  const t = useTranslations("benchmark.form");
  const locale = languageTag[useReaderLocale()];
  const time = estimateTime(draft, members);
  if (time === null) return <p className="text-ink-muted">{t("untimed")}</p>;
  const lasts = (seconds: number): string => formatDuration(seconds * 1_000, locale);
  const { runs, runSeconds, warmupSeconds } = time;
  const of = { runs, seconds: lasts(runSeconds), warmup: lasts(warmupSeconds) };
  return (
    <div aria-live="polite" className="flex flex-col gap-0.5">
      <p className="font-semibold text-ink text-lg tabular-nums">
        {t(draft.tool === "mysqlslap" ? "timeMost" : "time", {
          time: lasts(roundSeconds(checked?.seconds ?? time.seconds)),
        })}
      </p>
      <p className="text-ink-muted text-xs">{t(warmupSeconds === 0 ? "runs" : "runsWarm", of)}</p>
      {draft.tool === "mysqlslap" || draft.hygiene !== "keep_tables" ? null : (
        <p className="text-ink-muted text-xs">{t("fill")}</p>
      )}
    </div>
  );
}
