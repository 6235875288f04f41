"use client";

import { type ClusterEndpoint, withPort } from "@primacy/contract";
import { Card, Checkbox, Notice } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useListMarks } from "../../../i18n/list-marks";
import { type DrillDraft, keyOfWay, listLostWays, placeOfKey } from "./drill-draft";

/** Through which ways clients are played; chosen ones that lead to the primary no more are named. */
export function WaysCard({
  ways,
  draft,
  onDraft,
  error,
}: {
  readonly ways: readonly ClusterEndpoint[];
  readonly draft: DrillDraft;
  readonly onDraft: (change: Partial<DrillDraft>) => void;
  readonly error: string | null;
}): ReactNode {
  const t = useTranslations("drill.form");
  const marks = useListMarks();
  const lost = listLostWays(draft, ways);
  const toggle = (key: string, isChosen: boolean): void =>
    onDraft({
      endpoints: [
        ...draft.endpoints.filter((one) => one !== key && !lost.includes(one)),
        ...(isChosen ? [key] : []),
      ],
    });
  return (
    <Card title={t("ways.title")} description={t("ways.text")}>
      <div>
        <div role="status">
          {lost.length === 0 ? null : (
            <Notice
              tone="warning"
              className="mb-3"
              title={t("way.moved", { places: lost.map(placeOfKey).join(marks.name) })}
            />
          )}
        </div>
        <fieldset className="flex flex-col gap-3">
          <legend className="sr-only">{t("ways.title")}</legend>
          {ways.map((way) => (
            <Checkbox
              key={keyOfWay(way)}
              label={`${t(`way.${nameOfWay(way)}`)} ${withPort(way.address, way.port)}`}
              {...(way.way === "direct" ? { hint: t("way.directHint") } : {})}
              checked={draft.endpoints.includes(keyOfWay(way))}
              invalid={error !== null}
              onCheckedChange={(isChosen) => toggle(keyOfWay(way), isChosen)}
            />
          ))}
          {error === null ? null : (
            <p role="alert" className="text-failed text-sm">
              {error}
            </p>
          )}
        </fieldset>
      </div>
    </Card>
  );
}

const wayNames = ["direct", "write_vip", "router_write", "haproxy_write", "custom"] as const;

function nameOfWay({ way }: ClusterEndpoint): (typeof wayNames)[number] {
  return wayNames.find((name) => name === way) ?? "custom";
}
