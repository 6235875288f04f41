"use client";

import { type ClusterEndpoint, DrillFaultKind, type Topology } from "@primacy/contract";
import { Card, RadioList } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { DrillDraft } from "./drill-draft";
import { faultGroups, proposedFaults } from "./fault-catalog";
import { FaultChoices } from "./fault-choices";

const facts = ["does", "hits", "risks", "needs", "heals"] as const;

/** The catalogue, a line for each fault; beside it what the chosen one does, whom it hits, what it risks, and what is left to choose. */
export function FaultCard({
  topology,
  endpoints,
  draft: { fault },
  onDraft,
}: {
  readonly topology: Topology;
  readonly endpoints: readonly ClusterEndpoint[];
  readonly draft: DrillDraft;
  readonly onDraft: (change: Partial<DrillDraft>) => void;
}): ReactNode {
  const t = useTranslations("drill");
  return (
    <Card title={t("form.fault.title")} description={t("form.fault.text")}>
      <div className="grid items-start gap-x-6 gap-y-5 md:grid-cols-[minmax(0,18rem)_minmax(0,1fr)]">
        <RadioList
          label={t("form.fault.list")}
          value={fault.kind}
          onValueChange={(value) => onDraft({ fault: proposedFaults[DrillFaultKind.parse(value)] })}
          groups={faultGroups.map(({ name, kinds }) => ({
            id: name,
            label: t(`groups.${name}`),
            options: kinds.map((kind) => ({
              value: kind,
              label: t(`catalog.${kind}.name`),
              hint: t(`catalog.${kind}.line`),
            })),
          }))}
        />
        <section
          aria-label={t(`catalog.${fault.kind}.name`)}
          className="flex min-w-0 flex-col gap-5 md:border-line md:border-s md:ps-6"
        >
          <div className="flex flex-col gap-3">
            <h3 className="font-medium">{t(`catalog.${fault.kind}.name`)}</h3>
            <dl className="grid gap-x-4 text-sm sm:grid-cols-[4.5rem_minmax(0,1fr)] sm:gap-y-2">
              {facts.map((fact) => (
                <div key={fact} className="contents">
                  <dt className="text-ink-muted">{t(`form.facts.${fact}`)}</dt>
                  <dd className="max-sm:mb-2">{t(`catalog.${fault.kind}.${fact}`)}</dd>
                </div>
              ))}
            </dl>
          </div>
          <FaultChoices
            topology={topology}
            endpoints={endpoints}
            fault={fault}
            onFault={(next) => onDraft({ fault: next })}
          />
        </section>
      </div>
    </Card>
  );
}
