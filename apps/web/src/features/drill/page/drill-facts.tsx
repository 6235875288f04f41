"use client";

import { type DrillDetail, withPort } from "@primacy/contract";
import { Card, formatDuration, KeyValueList } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useReaderLocale } from "../../../client/use-locale";
import { useListMarks } from "../../../i18n/list-marks";
import { languageTag } from "../../../i18n/locale";

/** How it was made: what was hit, from where it was watched, by what it is judged, which servers were asked for their rows. */
export function DrillFacts({ drill }: { readonly drill: DrillDetail }): ReactNode {
  const t = useTranslations("drill.facts");
  const marks = useListMarks();
  const locale = languageTag[useReaderLocale()];
  const { target, other, proxy, observer, fault, endpoints, readEndpoints, objectiveMs, heal, findings } =
    drill;
  const list = (ways: DrillDetail["endpoints"]): string =>
    ways.map(({ address, port }) => withPort(address, port)).join(marks.name);
  const ledgers = findings?.ledgers ?? [];
  return (
    <Card title={t("title")}>
      <KeyValueList
        items={[
          { key: "target", label: t("target"), value: proxy?.host ?? target.name },
          ...(other === null ? [] : [{ key: "other", label: t("other"), value: other.name }]),
          ...("restarts" in fault
            ? [{ key: "after", label: t("after"), value: t(fault.restarts ? "restarts" : "stays") }]
            : []),
          ...(fault.kind === "cpu_pressure"
            ? [{ key: "load", label: t("load"), value: fault.perProcessor }]
            : []),
          ...(fault.kind === "fill_disk"
            ? [{ key: "fullFor", label: t("fullFor"), value: formatDuration(fault.seconds * 1_000, locale) }]
            : []),
          { key: "observer", label: t("observer"), value: observer.name },
          { key: "endpoints", label: t("endpoints"), value: list(endpoints) },
          ...(readEndpoints.length === 0
            ? []
            : [{ key: "readEndpoints", label: t("readEndpoints"), value: list(readEndpoints) }]),
          { key: "objective", label: t("objective"), value: formatDuration(objectiveMs, locale) },
          { key: "heal", label: t("heal"), value: t(`heals.${heal}`) },
          ...(ledgers.length === 0
            ? []
            : [
                {
                  key: "ledgers",
                  label: t("ledgers"),
                  value: ledgers
                    .map(({ server, rows }) =>
                      rows === null ? t("unread", { server }) : `${server}: ${rows}`,
                    )
                    .join(marks.name),
                },
              ]),
        ]}
      />
    </Card>
  );
}
