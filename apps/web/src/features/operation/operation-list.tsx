"use client";

import {
  effectOf,
  ListedEffect,
  listedEffectOf,
  message,
  OperationKind,
  OperationState,
} from "@primacy/contract";
import { Card, Select } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useAsked, useFilterAddress } from "../../client/list-address";
import { useMessageText } from "../../client/use-locale";
import { operationQuery } from "./operation-query";
import { type OperationFilter, OperationTable } from "./operation-table";

const all = "all";

/** The operations that the address of the page asks for, filtered and paged through it: those that change something, unless it says otherwise. */
export function OperationList(): ReactNode {
  const query = operationQuery(useAsked());
  return (
    <Card padding="none">
      <Filters query={query} />
      <OperationTable query={query} isPaged />
    </Card>
  );
}

function Filters({ query }: { readonly query: OperationFilter }): ReactNode {
  const t = useTranslations("operation");
  const text = useMessageText();
  const filter = useFilterAddress();
  const { kind, state } = query;
  const effect = listedEffectOf(query);
  const isListed = (one: OperationKind, by: ListedEffect): boolean => by === all || effectOf(one) === by;
  return (
    <div className="grid gap-3 border-line border-b px-4 py-3 sm:grid-cols-[18rem_16rem_12rem]">
      <Select
        label={t("effect")}
        value={effect}
        onValueChange={(next) => {
          const by = ListedEffect.parse(next);
          filter({
            effect: by === "changing" ? null : by,
            kind: kind !== undefined && isListed(kind, by) ? kind : null,
          });
        }}
        options={ListedEffect.options.map((value) => ({ value, label: t(`effects.${value}`) }))}
      />
      <Select
        label={t("what")}
        value={kind ?? all}
        onValueChange={(next) => filter({ kind: next === all ? null : next })}
        options={[
          { value: all, label: t("everyKind") },
          ...OperationKind.options
            .filter((value) => value === kind || isListed(value, effect))
            .map((value) => ({ value, label: text(message(`work.${value}`)) })),
        ]}
      />
      <Select
        label={t("outcome")}
        value={state ?? all}
        onValueChange={(next) => filter({ state: next === all ? null : next })}
        options={[
          { value: all, label: t("everyState") },
          ...OperationState.options.map((value) => ({ value, label: t(`state.${value}`) })),
        ]}
      />
    </div>
  );
}
