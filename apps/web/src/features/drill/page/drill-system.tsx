"use client";

import type { DrillFindings, DrillTopology } from "@primacy/contract";
import { listDrillSettings } from "@primacy/core/drill/system";
import { Card, KeyValueList, TableScroller } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useReaderLocale } from "../../../client/use-locale";
import { languageTag } from "../../../i18n/locale";
import { figureTextsOf } from "../figure-texts";
import { memberColumns, type SystemTexts, systemTextsOf } from "../system-texts";

/** Versions and settings of a drill, and its group before and after; nothing where they were not kept. Folded up until somebody wants them. */
export function DrillSystem({
  findings: { system, before, after },
  hasEnded,
}: {
  readonly findings: Pick<DrillFindings, "system" | "before" | "after">;
  /** Else the group still changes. */
  readonly hasEnded: boolean;
}): ReactNode {
  const t = useTranslations("drill.system");
  const text = systemTextsOf(useReaderLocale(), t);
  if (system === null && before === null && after === null) return null;
  return (
    <Card title={t("title")} description={t("text")}>
      <details>
        <summary className="cursor-pointer text-ink-muted text-sm hover:text-ink">{t("show")}</summary>
        <div className="mt-3 flex flex-col gap-4">
          <div className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-2">
            {before === null ? null : <Group name="before" group={before} text={text} />}
            {after === null || !hasEnded ? null : <Group name="after" group={after} text={text} />}
          </div>
          <p className="text-ink-muted text-xs">{t("groupText")}</p>
          {system === null ? null : (
            <KeyValueList
              items={listDrillSettings(system).map(({ setting, readings }) => ({
                key: text.name(setting),
                label: <span className="[overflow-wrap:anywhere]">{text.name(setting)}</span>,
                value: text.readings(readings),
              }))}
            />
          )}
        </div>
      </details>
    </Card>
  );
}

/** A small table: each member with its state, its role and what its kernel held. */
function Group({
  name,
  group: { atMs, members },
  text,
}: {
  readonly name: "before" | "after";
  readonly group: DrillTopology;
  readonly text: SystemTexts;
}): ReactNode {
  const t = useTranslations("drill.system");
  const figures = useTranslations("drill.figures");
  const { seconds } = figureTextsOf(languageTag[useReaderLocale()], figures);
  return (
    <TableScroller label={t(name, { at: seconds(atMs) })}>
      <table className="w-full text-left text-xs">
        <caption className="pb-1 text-left font-medium text-ink text-sm">
          {t(name, { at: seconds(atMs) })}
        </caption>
        <thead className="text-ink-muted">
          <tr>
            {(["member", ...memberColumns] as const).map((column) => (
              <th key={column} scope="col" className="border-line border-b py-1 pe-3 font-medium">
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <tr key={member.name}>
              <th
                scope="row"
                className="whitespace-nowrap border-line border-b py-1 pe-3 font-medium text-ink"
              >
                {member.name}
              </th>
              {text.cells(member).map((cell, at) => (
                <td
                  key={memberColumns[at]}
                  className="whitespace-nowrap border-line border-b py-1 pe-3 text-ink"
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroller>
  );
}
