"use client";

import { Button, DropdownMenu, type MenuItem } from "@primacy/ui";
import { Download, FileText } from "lucide-react";
import type { ReactNode } from "react";
import { useReaderLocale } from "./use-locale";

/** A file that something is taken away in: the path of its call, and what it is called. */
export interface ExportFile {
  readonly path: string;
  readonly label: string;
}

/** Takes something away: its report in a tab of its own, from which it is kept or printed, and its figures as files. */
export function ExportMenu({
  id,
  label,
  report,
  files,
}: {
  /** Stands in the paths for `{id}`. */
  readonly id: string;
  readonly label: string;
  readonly report: ExportFile;
  readonly files: readonly ExportFile[];
}): ReactNode {
  const language = useReaderLocale();
  const addressOf = (path: string): string => `/api/v1${path.replace("{id}", id)}`;
  const items: readonly MenuItem[] = [
    {
      kind: "action",
      id: "report",
      label: report.label,
      icon: <FileText aria-hidden />,
      onSelect: () => window.open(`${addressOf(report.path)}?language=${language}`, "_blank", "noopener"),
    },
    { kind: "separator", id: "figures" },
    ...files.map(
      (file): MenuItem => ({
        kind: "action",
        id: file.path,
        label: file.label,
        icon: <Download aria-hidden />,
        onSelect: () => saveFrom(addressOf(file.path)),
      }),
    ),
  ];
  return (
    <DropdownMenu
      items={items}
      trigger={
        <Button size="sm" variant="ghost">
          {label}
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
