"use client";

import type { BenchmarkFigures } from "@primacy/contract";
import { KeyValueList } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useLatencyText } from "./use-latency-text";

/** The latency of one run, from its lowest to its highest; nothing where the tool told none of it. */
export function RunLatency({ latency }: Pick<BenchmarkFigures, "latency">): ReactNode {
  const t = useTranslations("benchmark.runs");
  const text = useLatencyText();
  const known = (ms: number | null): BenchmarkFigures["latency"]["p50"] =>
    ms === null ? null : { ms, isAtLeast: false };
  const told = [
    { key: "latencyMin", value: known(latency.minMs) },
    { key: "latencyMean", value: known(latency.meanMs) },
    { key: "p50", value: latency.p50 },
    { key: "p95", value: latency.p95 },
    { key: "p99", value: latency.p99 },
    { key: "latencyMax", value: known(latency.maxMs) },
  ] as const;
  const items = told.flatMap(({ key, value }) =>
    value === null
      ? []
      : [{ key, label: t(key), value: <span className="tabular-nums">{text(value)}</span> }],
  );
  if (items.length === 0) return null;
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium text-ink text-sm">{t("latency")}</h3>
      <p className="text-ink-muted text-xs">{t("latencyText")}</p>
      <KeyValueList items={items} />
    </section>
  );
}
