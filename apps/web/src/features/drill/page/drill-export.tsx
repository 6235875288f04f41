"use client";

import { endpoints } from "@primacy/contract/api";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ExportMenu } from "../../../client/export-menu";

/** Takes a drill away. */
export function DrillExport({ id }: { readonly id: string }): ReactNode {
  const t = useTranslations("drill.page.export");
  return (
    <ExportMenu
      id={id}
      label={t("button")}
      report={{ path: endpoints.getDrillReport.path, label: t("report") }}
      files={[
        { path: endpoints.getDrillSamplesCsv.path, label: t("csv") },
        { path: endpoints.getDrillSamples.path, label: t("json") },
      ]}
    />
  );
}
