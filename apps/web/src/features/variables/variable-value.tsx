"use client";

import type { VariableCell, VariableSource } from "@primacy/contract";
import { Badge } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** What a member runs with; that it is not the others' value, and that the next start gives another one, in words. */
export function VariableValue({
  cell,
  isRead,
}: {
  readonly cell: VariableCell | null;
  readonly isRead: boolean;
}): ReactNode {
  const t = useTranslations("variables");
  if (cell === null) return <span className="text-ink-faint text-xs">{t(isRead ? "absent" : "blank")}</span>;
  const { value, source, isOdd, isDrift } = cell;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <span className="font-mono text-xs [overflow-wrap:anywhere]">{value === "" ? t("empty") : value}</span>
      {isTold(source) ? <span className="text-2xs text-ink-muted">{t(`word.${source}`)}</span> : null}
      {isOdd ? <Badge tone="warning">{t("odd")}</Badge> : null}
      {isDrift ? <Badge tone="warning">{nextWord(t, cell)}</Badge> : null}
    </span>
  );
}

/** A value that is built in needs no word. */
function isTold(source: VariableSource | null): source is Exclude<VariableSource, "compiled"> {
  return source !== null && source !== "compiled";
}

function nextWord(t: ReturnType<typeof useTranslations<"variables">>, { next }: VariableCell): string {
  if (next.kind === "set") return t("nextStart", { value: next.value === "" ? t("empty") : next.value });
  const builtIn = next.kind === "default" ? next.value : null;
  return builtIn === null ? t("nextStartDefault") : t("nextStart", { value: builtIn });
}
