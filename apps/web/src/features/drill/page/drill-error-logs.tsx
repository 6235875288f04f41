"use client";

import { type DrillErrorLog, mostLogLines } from "@primacy/contract";
import { Card, TableScroller } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMessageText, useReaderLocale } from "../../../client/use-locale";
import { languageTag } from "../../../i18n/locale";
import { figureTextsOf } from "../figure-texts";
import { isNothingLogged, unreadTextOf } from "./log-notes";
import { listLogRows } from "./log-ticks";

/** What the servers wrote into their error logs, on the drill's clock; nothing where none was read. Folded up until somebody wants it. */
export function DrillErrorLogs({
  logs = [],
}: {
  readonly logs: readonly DrillErrorLog[] | undefined;
}): ReactNode {
  const t = useTranslations("drill.logs");
  const text = useMessageText();
  if (logs.length === 0) return null;
  const count = logs.reduce((sum, { lines }) => sum + lines.length, 0);
  const notes = logs.flatMap((log) => [
    ...(log.notRead === null
      ? []
      : [t(unreadTextOf(log), { server: log.server, reason: text(log.notRead) })]),
    ...(log.isCut ? [t("cut", { server: log.server, most: mostLogLines })] : []),
  ]);
  return (
    <Card title={t("title")} description={t("text")}>
      {notes.length === 0 ? null : (
        <ul className="mb-2 flex list-disc flex-col gap-1 ps-4 text-ink-muted text-xs">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {isNothingLogged(logs) ? <p className="text-ink-muted text-sm">{t("none")}</p> : null}
      {count === 0 ? null : (
        <details>
          <summary className="cursor-pointer text-ink-muted text-sm hover:text-ink">
            {t("show", { count })}
          </summary>
          <LogTable logs={logs} />
        </details>
      )}
    </Card>
  );
}

function LogTable({ logs }: { readonly logs: readonly DrillErrorLog[] }): ReactNode {
  const t = useTranslations("drill.logs");
  const marks = useTranslations("drill.marks");
  const figures = useTranslations("drill.figures");
  const { seconds } = figureTextsOf(languageTag[useReaderLocale()], figures);
  return (
    <TableScroller label={t("title")}>
      <table className="mt-3 w-full text-left text-xs">
        <caption className="sr-only">{t("title")}</caption>
        <thead className="text-ink-muted">
          <tr>
            {(["at", "member", "priority", "code", "line"] as const).map((column) => (
              <th key={column} scope="col" className="border-line border-b py-1 pe-3 font-medium">
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="align-top text-ink">
          {listLogRows(logs).map(({ key, server, line: { atMs, errorMs, priority, code, text } }) => (
            <tr key={key}>
              <td className={`${cell} text-end tabular-nums`}>
                {marks("at", { value: seconds(atMs), error: seconds(errorMs) })}
              </td>
              <th scope="row" className={`${cell} font-medium`}>
                {server}
              </th>
              <td className={cell}>{priority}</td>
              <td className={`${cell} font-mono`}>{code}</td>
              <td className="min-w-64 border-line border-b py-1 font-mono [overflow-wrap:anywhere]">
                {text}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroller>
  );
}

const cell = "whitespace-nowrap border-line border-b py-1 pe-3";
