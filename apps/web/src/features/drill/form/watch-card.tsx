"use client";

import type { Topology } from "@primacy/contract";
import { Card, Field, Input, Select } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useAllHosts } from "../../../client/use-all-hosts";
import type { DrillDraft } from "./drill-draft";
import { namedSecondary } from "./fault-catalog";

/** From where it is watched, and what it is judged by. */
export function WatchCard({
  topology,
  draft,
  onDraft,
  error,
}: {
  readonly topology: Topology;
  readonly draft: DrillDraft;
  readonly onDraft: (change: Partial<DrillDraft>) => void;
  readonly error: string | null;
}): ReactNode {
  const t = useTranslations("drill.form");
  const parties = new Set([topology.primaryMemberId, namedSecondary(draft.fault)]);
  const hit = topology.hosts
    .filter(({ members }) => members.some(({ memberId }) => parties.has(memberId)))
    .map(({ hostId }) => hostId);
  const hosts = useAllHosts({ enabled: true }).filter(
    ({ id, agentState }) => !hit.includes(id) && agentState !== "none",
  );
  const automatic = "automatic";
  return (
    <Card title={t("watch.title")}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={t("watch.observer")} hint={t("watch.observerHint")}>
          <Select
            value={draft.observerHostId ?? automatic}
            onValueChange={(value) => onDraft({ observerHostId: value === automatic ? null : value })}
            options={[
              { value: automatic, label: t("watch.automatic") },
              ...hosts.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Field>
        <Field
          label={t("watch.objective")}
          hint={t("watch.objectiveHint")}
          errors={error === null ? [] : [error]}
        >
          <Input
            inputMode="decimal"
            value={draft.objective}
            onChange={(event) => onDraft({ objective: event.target.value })}
          />
        </Field>
      </div>
    </Card>
  );
}
