"use client";

import type { BenchmarkDetail } from "@primacy/contract";
import { articles, findPublishedLoss } from "@primacy/core/benchmark";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** What has to be known of the published figures beside an answer; nothing where none of them stands there. */
export function PublishedNotes({ benchmark }: { readonly benchmark: BenchmarkDetail }): ReactNode {
  const t = useTranslations("article");
  const { answer, preset } = benchmark;
  const has = answer.differences.some(
    ({ arm, threads, loss }) => loss !== null && findPublishedLoss(benchmark, arm, threads) !== null,
  );
  const article = articles.find(({ id }) => preset?.startsWith(`article_${id}_`));
  if (!has || article === undefined) return null;
  return (
    <section className="flex flex-col gap-1 text-ink-muted text-xs">
      <h3 className="font-medium text-ink">{t("noteTitle", { id: article.id })}</h3>
      <p>{t("notePublished")}</p>
      <ul className="flex list-disc flex-col gap-1 ps-4">
        {article.slips.map((slip) => (
          <li key={slip}>{t(`slipTexts.${slip}`)}</li>
        ))}
      </ul>
    </section>
  );
}
