"use client";

import { endpoints } from "@primacy/contract/api";
import { Button, DropdownMenu, type MenuItem } from "@primacy/ui";
import { Download, FileText } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useReaderLocale } from "../../../client/use-locale";

const files = [
  ["runs", endpoints.getBenchmarkRuns.path],
  ["samples", endpoints.getBenchmarkSamplesCsv.path],
  ["hosts", endpoints.getBenchmarkHostsCsv.path],
  ["json", endpoints.getBenchmarkSamples.path],
] as const;

function addressOf(path: string, id: string): string {
  return `/api/v1${path.replace("{id}", id)}`;
}

/** Takes a benchmark away: its report in a tab of its own, from which it is kept or printed, and its figures as files. */
export function ExportMenu({ id }: { readonly id: string }): ReactNode {
  const t = useTranslations("benchmark.export");
  const language = useReaderLocale();
  const report = `${addressOf(endpoints.getBenchmarkReport.path, id)}?language=${language}`;
  const items: readonly MenuItem[] = [
    {
      kind: "action",
      id: "report",
      label: t("report"),
      icon: <FileText aria-hidden />,
      onSelect: () => window.open(report, "_blank", "noopener"),
    },
    { kind: "separator", id: "figures" },
    ...files.map(
      ([name, path]): MenuItem => ({
        kind: "action",
        id: name,
        label: t(name),
        icon: <Download aria-hidden />,
        onSelect: () => saveFrom(addressOf(path, id)),
      }),
    ),
  ];
  return (
    <DropdownMenu
      items={items}
      trigger={
        <Button size="sm" variant="ghost">
          {t("button")}
        </Button>
      }
    />
  );
}

/** Where there is no such file any more, the page stays as it is. */
function saveFrom(href: string): void {
  const link = document.createElement("a");
  link.href = href;
  link.download = "";
  link.click();
}
