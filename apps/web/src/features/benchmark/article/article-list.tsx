"use client";

import { type Article, articles } from "@primacy/core/benchmark";
import { Badge, ButtonLink, Card, Link } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMay } from "../../../frame/principal-context";
import { PublishedFigures } from "./published-figures";

/** Every published benchmark: its figures, its slips, and what is missing to make it again here. */
export function ArticleList({ clusterId }: { readonly clusterId: string }): ReactNode {
  const t = useTranslations("article");
  const benchmark = useTranslations("benchmark");
  return (
    <div className="flex flex-col gap-4">
      <header className="flex flex-col gap-1">
        <Link href={`/clusters/${clusterId}/benchmarks`} className="self-start text-xs">
          {benchmark("all")}
        </Link>
        <h2 className="font-semibold text-ink text-lg">{t("title")}</h2>
        <p className="text-ink-muted text-sm">{t("intro")}</p>
      </header>
      {articles.map((article) => (
        <ArticleCard key={article.id} clusterId={clusterId} article={article} />
      ))}
    </div>
  );
}

function ArticleCard({
  clusterId,
  article,
}: {
  readonly clusterId: string;
  readonly article: Article;
}): ReactNode {
  const t = useTranslations("article");
  const mayOperate = useMay("operator");
  const { id, tables, slips, missing, hasPreset } = article;
  return (
    <Card
      title={t("articleOf", { id })}
      description={t(`articles.${id}`)}
      actions={
        <>
          <Badge>{t(hasPreset ? (missing.length === 0 ? "runnable" : "partly") : "notYet")}</Badge>
          {hasPreset && mayOperate ? (
            <ButtonLink size="sm" href={`/clusters/${clusterId}/benchmarks/new?preset=article_000_lab`}>
              {t("reproduce")}
            </ButtonLink>
          ) : null}
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {tables.map((table) => (
          <PublishedFigures key={table.measure} table={table} />
        ))}
        <div className="grid gap-x-8 gap-y-4 text-sm lg:grid-cols-2">
          <Remarks title={t("missing")} texts={missing.map((one) => t(`missingTexts.${one}`))} />
          <Remarks title={t("slips")} texts={slips.map((one) => t(`slipTexts.${one}`))} />
        </div>
      </div>
    </Card>
  );
}

function Remarks({ title, texts }: { readonly title: string; readonly texts: readonly string[] }): ReactNode {
  if (texts.length === 0) return null;
  return (
    <section className="flex flex-col gap-1">
      <h3 className="font-medium text-ink">{title}</h3>
      <ul className="flex list-disc flex-col gap-1 ps-4 text-ink-muted">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  );
}
