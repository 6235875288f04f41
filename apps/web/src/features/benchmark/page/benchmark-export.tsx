"use client";

import { endpoints } from "@primacy/contract/api";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ExportMenu } from "../../../client/export-menu";

/** Takes a benchmark away. */
export function BenchmarkExport({ id }: { readonly id: string }): ReactNode {
  const t = useTranslations("benchmark.export");
  return (
    <ExportMenu
      id={id}
      label={t("button")}
      report={{ path: endpoints.getBenchmarkReport.path, label: t("report") }}
      files={[
        { path: endpoints.getBenchmarkRuns.path, label: t("runs") },
        { path: endpoints.getBenchmarkSamplesCsv.path, label: t("samples") },
        { path: endpoints.getBenchmarkHostsCsv.path, label: t("hosts") },
        { path: endpoints.getBenchmarkSamples.path, label: t("json") },
      ]}
    />
  );
}
