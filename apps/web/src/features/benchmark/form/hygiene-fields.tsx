"use client";

import { BenchmarkHygiene } from "@primacy/contract";
import { estimateHygiene, restartsServers } from "@primacy/core/benchmark";
import { Card, formatDuration, RadioGroup } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useApi } from "../../../client/use-api";
import { useReaderLocale } from "../../../client/use-locale";
import { languageTag } from "../../../i18n/locale";
import { sizeOf } from "../benchmark-time";
import type { FormPart } from "./benchmark-form";
import { idOfPlace } from "./benchmark-problems";

/** What is done before each run, each with its price in time; a cluster that is marked as production keeps its servers running. */
export function HygieneFields({
  draft,
  onDraft,
  errors,
  clusterId,
  members,
}: FormPart & { readonly clusterId: string; readonly members: number }): ReactNode {
  const t = useTranslations("benchmark.hygiene");
  const priceOf = usePrice();
  const isProduction = useApi("getCluster", { params: { id: clusterId } }).data?.isProduction === true;
  const problems = errors.at("hygiene");
  return (
    <Card title={t("title")} description={t("text")}>
      <div id={idOfPlace("hygiene")} tabIndex={-1} className="flex flex-col gap-2">
        <RadioGroup
          label={t("title")}
          className="sm:grid-cols-2"
          value={draft.hygiene}
          onValueChange={(next) => onDraft({ ...draft, hygiene: BenchmarkHygiene.parse(next) })}
          options={BenchmarkHygiene.options.map((value) => ({
            value,
            label: t(`levels.${value}`),
            disabled: isProduction && restartsServers(value),
            hint: (
              <>
                {t(`hints.${value}`)}{" "}
                <span className="whitespace-nowrap font-medium tabular-nums">
                  {priceOf(value, draft, members)}
                </span>
              </>
            ),
          }))}
        />
        {isProduction ? <p className="text-ink-muted text-xs">{t("production")}</p> : null}
        <div aria-live="polite" className="text-bad text-xs empty:hidden">
          {problems.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      </div>
    </Card>
  );
}

function usePrice(): (hygiene: BenchmarkHygiene, draft: FormPart["draft"], members: number) => string {
  const t = useTranslations("benchmark.hygiene");
  const locale = languageTag[useReaderLocale()];
  return (hygiene, draft, members) => {
    const seconds = estimateHygiene({ hygiene, workload: sizeOf(draft) }, members);
    if (seconds === 0) return t("free");
    const time = formatDuration(Math.ceil(seconds) * 1_000, locale);
    return draft.tool === "custom"
      ? t("priceUnfilled", { time, program: t("program") })
      : t("price", { time });
  };
}
