"use client";

import { nextTimes } from "@primacy/core/schedule";
import { Field, Input, RadioGroup } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useReaderLocale } from "../../../client/use-locale";
import { languageTag } from "../../../i18n/locale";
import type { SeriesDraft, SeriesField } from "./series-draft";

interface Props {
  readonly draft: SeriesDraft;
  readonly onDraft: (change: Partial<SeriesDraft>) => void;
  readonly wrong: ReadonlySet<SeriesField>;
  readonly now: Date;
}

const previewed = 3;

/** When the rounds of a series begin, with the next of them by the clock of its time zone. */
export function ScheduleFields({ draft, onDraft, wrong, now }: Props): ReactNode {
  const t = useTranslations("drillSeries.form");
  const { isTimed, cron, timeZone, windowMinutes } = draft;
  return (
    <div className="flex flex-col gap-4">
      <p className="font-medium text-sm">{t("when")}</p>
      <RadioGroup
        label={t("when")}
        value={isTimed ? "timed" : "once"}
        onValueChange={(value) => onDraft({ isTimed: value === "timed" })}
        options={(["once", "timed"] as const).map((value) => ({
          value,
          label: t(value),
          hint: t(`${value}Hint`),
        }))}
      />
      {isTimed ? (
        <div className="grid items-start gap-4 sm:grid-cols-3">
          <Field label={t("cron")} hint={t("cronHint")} errors={wrong.has("cron") ? [t("never")] : []}>
            <Input mono value={cron} onChange={(event) => onDraft({ cron: event.target.value })} />
          </Field>
          <Field label={t("zone")} errors={wrong.has("timeZone") ? [t("noZone")] : []}>
            <Input value={timeZone} onChange={(event) => onDraft({ timeZone: event.target.value })} />
          </Field>
          <Field
            label={t("window")}
            hint={t("windowHint")}
            errors={wrong.has("window") ? [t("problems.window")] : []}
          >
            <Input
              inputMode="numeric"
              value={windowMinutes}
              onChange={(event) => onDraft({ windowMinutes: event.target.value })}
            />
          </Field>
          <NextRounds draft={draft} wrong={wrong} now={now} />
        </div>
      ) : null}
    </div>
  );
}

function NextRounds({
  draft: { cron, timeZone, windowMinutes },
  wrong,
  now,
}: Omit<Props, "onDraft">): ReactNode {
  const t = useTranslations("drillSeries.form");
  const locale = languageTag[useReaderLocale()];
  if (wrong.has("cron") || wrong.has("timeZone") || wrong.has("window")) return null;
  const times = new Intl.DateTimeFormat(locale, {
    ...{ timeZone, weekday: "short", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" },
    hourCycle: "h23",
  });
  const windowMs = Number(windowMinutes) * 60_000;
  return (
    <section aria-label={t("next")} className="text-sm sm:col-span-3">
      <p className="text-ink-muted">{t("next")}</p>
      <ol className="tabular-nums">
        {nextTimes({ cron, timeZone }, now, previewed).map((at) => (
          <li key={at.toISOString()}>{times.formatRange(at, new Date(at.getTime() + windowMs))}</li>
        ))}
      </ol>
    </section>
  );
}
