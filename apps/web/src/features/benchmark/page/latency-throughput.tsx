"use client";

import type { BenchmarkDetail } from "@primacy/contract";
import { formatDuration, formatSignificant } from "@primacy/ui";
import { ScatterPlot } from "@primacy/ui/charts";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { InView } from "../../../client/in-view";
import { useReaderLocale } from "../../../client/use-locale";
import { languageTag } from "../../../i18n/locale";
import { blockNumber, looksOf } from "../benchmark-names";
import { nameTool } from "../workload-facts";
import { listLatencies } from "./list-latencies";

/** A frame with its title, its legend and the plot, before it is seen. */
const placeholderPx = 440;

/** What a run got through and how long its transactions took, of all runs that count. */
export function LatencyThroughput(props: { readonly benchmark: BenchmarkDetail }): ReactNode {
  return (
    <InView placeholderPx={placeholderPx}>
      <LatencyPlot {...props} />
    </InView>
  );
}

function LatencyPlot({ benchmark }: { readonly benchmark: BenchmarkDetail }): ReactNode {
  const t = useTranslations("benchmark.latency");
  const words = useTranslations("benchmark.runs");
  const locale = languageTag[useReaderLocale()];
  const { arms, runs, threads } = benchmark;
  const looks = looksOf(arms);
  const { arms: latencies, beyond } = listLatencies(runs, arms.length);
  const by = { tool: nameTool(benchmark), host: benchmark.loadHostName };
  return (
    <ScatterPlot
      title={t("title")}
      description={
        <>
          <span className="block">{t("measured", by)}</span>
          {t(threads.length > 1 ? "text" : "textOne")}
          {beyond === 0 ? null : <span className="block">{t("beyond", { count: beyond })}</span>}
        </>
      }
      groups={latencies.map((one, arm) => ({
        id: String(arm),
        label: arms[arm]?.name ?? "",
        ...(looks[arm] ?? { kind: "control" }),
        dots: one.runs.map(({ id, block, threads: count, tps, p95Ms }) => ({
          id,
          label: t("run", { block: blockNumber(block), threads: count }),
          facts: [count, blockNumber(block)],
          x: tps,
          y: p95Ms,
        })),
        // Of one number of threads the names would all be the same, and lie on each other.
        line:
          threads.length > 1
            ? one.middles.map((middle) => ({ label: String(middle.threads), x: middle.tps, y: middle.p95Ms }))
            : [],
      }))}
      x={{
        name: t("throughput"),
        fileName: "tps",
        formatValue: (value) => formatSignificant(value, locale),
      }}
      y={{
        name: t("p95"),
        fileName: "latency_p95_ms",
        formatValue: (value) => formatDuration(value, locale),
      }}
      headers={{ name: words("arm"), facts: [words("threads"), words("block")] }}
      empty={t("none")}
      fileName="benchmark-latency"
    />
  );
}
