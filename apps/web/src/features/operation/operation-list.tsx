"use client";

import { message, OperationKind, OperationState } from "@primacy/contract";
import { Card, Select } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useAsked, useFilterAddress } from "../../client/list-address";
import { useMessageText } from "../../client/use-locale";
import { operationQuery } from "./operation-query";
import { OperationTable } from "./operation-table";

const all = "all";

/** All operations, filtered and paged through the address of the page. */
export function OperationList(): ReactNode {
  const t = useTranslations("operation");
  const text = useMessageText();
  const query = operationQuery(useAsked());
  const filter = useFilterAddress();
  return (
    <Card padding="none">
      <div className="grid gap-3 border-line border-b px-4 py-3 sm:grid-cols-[18rem_12rem]">
        <Select
          label={t("what")}
          value={query.kind ?? all}
          onValueChange={(next) => filter({ kind: next === all ? null : next })}
          options={[
            { value: all, label: t("everyKind") },
            ...OperationKind.options.map((value) => ({ value, label: text(message(`work.${value}`)) })),
          ]}
        />
        <Select
          label={t("outcome")}
          value={query.state ?? all}
          onValueChange={(next) => filter({ state: next === all ? null : next })}
          options={[
            { value: all, label: t("everyState") },
            ...OperationState.options.map((value) => ({ value, label: t(`state.${value}`) })),
          ]}
        />
      </div>
      <OperationTable query={query} isPaged />
    </Card>
  );
}
