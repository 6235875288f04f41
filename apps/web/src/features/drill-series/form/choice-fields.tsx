"use client";

import { type ClusterEndpoint, withPort } from "@primacy/contract";
import { keyOfFault } from "@primacy/core/drill/compare";
import { Checkbox } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { keyOfWay, toggleWay } from "../../drill/form/drill-draft";
import { useFaultText } from "../use-fault-text";
import { listFaults, type SeriesDraft } from "./series-draft";

/** A part of the form. */
export interface PartProps {
  readonly draft: SeriesDraft;
  readonly onDraft: (change: Partial<SeriesDraft>) => void;
}

interface ChoiceProps extends PartProps {
  readonly isWrong: boolean;
  readonly ways: readonly ClusterEndpoint[];
}

/** Which faults are made. */
export function FaultFields({ draft, onDraft, isWrong, ways }: ChoiceProps): ReactNode {
  const t = useTranslations("drillSeries.form");
  const name = useFaultText();
  const { faults } = draft;
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium text-sm">{t("faults")}</legend>
      <p className="text-ink-muted text-xs">{t("faultsHint")}</p>
      <div className="grid gap-2 sm:grid-cols-2">
        {listFaults(ways).map((fault) => {
          const key = keyOfFault(fault);
          return (
            <Checkbox
              key={key}
              label={name(fault)}
              checked={faults.includes(key)}
              invalid={isWrong}
              onCheckedChange={(isChosen) =>
                onDraft({ faults: [...faults.filter((one) => one !== key), ...(isChosen ? [key] : [])] })
              }
            />
          );
        })}
      </div>
      {isWrong ? <Problem text={t("problems.faults")} /> : null}
    </fieldset>
  );
}

/** Through which ways clients are played. */
export function WayFields({ draft, onDraft, isWrong, ways }: ChoiceProps): ReactNode {
  const t = useTranslations("drillSeries.form");
  const way = useTranslations("drill.form.way");
  const { endpoints } = draft;
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium text-sm">{t("endpoints")}</legend>
      <p className="text-ink-muted text-xs">{t("endpointsHint")}</p>
      {ways.map((one) => {
        const key = keyOfWay(one);
        const place = withPort(one.address, one.port);
        return (
          <Checkbox
            key={key}
            label={one.name === one.address ? place : `${one.name} ${place}`}
            {...(one.way === "direct" ? { hint: way("directHint") } : {})}
            checked={endpoints.includes(key)}
            invalid={isWrong}
            onCheckedChange={(isChosen) => onDraft({ endpoints: toggleWay(endpoints, ways, key, isChosen) })}
          />
        );
      })}
      {isWrong ? <Problem text={t("problems.endpoints")} /> : null}
    </fieldset>
  );
}

function Problem({ text }: { readonly text: string }): ReactNode {
  return (
    <p role="alert" className="text-failed text-sm">
      {text}
    </p>
  );
}
