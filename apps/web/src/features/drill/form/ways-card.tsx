"use client";

import { type ClusterEndpoint, withPort } from "@primacy/contract";
import { Card, Checkbox } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type DrillDraft, keyOfWay, toggleWay } from "./drill-draft";
import { LostWays } from "./lost-ways";
import { ReadFields } from "./read-fields";

/** Through which ways clients are played, and through which they only read; chosen ones that are offered no more are named. */
export function WaysCard({
  ways,
  reads,
  draft,
  onDraft,
  error,
  readError,
}: {
  readonly ways: readonly ClusterEndpoint[];
  /** Those that are only read through. */
  readonly reads: readonly ClusterEndpoint[];
  readonly draft: DrillDraft;
  readonly onDraft: (change: Partial<DrillDraft>) => void;
  readonly error: string | null;
  readonly readError: string | null;
}): ReactNode {
  const t = useTranslations("drill.form");
  const toggle = (key: string, isChosen: boolean): void =>
    onDraft({ endpoints: toggleWay(draft.endpoints, ways, key, isChosen) });
  return (
    <Card title={t("ways.title")} description={t("ways.text")}>
      <div>
        <LostWays ways={ways} reads={reads} draft={draft} />
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
        <div className="mt-5">
          <ReadFields
            ways={reads}
            chosen={draft.readEndpoints}
            onChosen={(readEndpoints) => onDraft({ readEndpoints })}
            error={readError}
          />
        </div>
      </div>
    </Card>
  );
}

const wayNames = ["direct", "write_vip", "router_write", "haproxy_write", "custom"] as const;

function nameOfWay({ way }: ClusterEndpoint): (typeof wayNames)[number] {
  return wayNames.find((name) => name === way) ?? "custom";
}
