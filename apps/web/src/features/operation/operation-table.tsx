"use client";

import type {
  ListedEffect,
  Operation,
  OperationKind,
  OperationSort,
  OperationState,
  SortOrder,
} from "@primacy/contract";
import { type ColumnSort, DataTable, formatDuration, Link } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ListSteps, useColumnSort } from "../../client/list-address";
import { Loaded } from "../../client/loaded";
import { Moment } from "../../client/moment";
import { useApi } from "../../client/use-api";
import { useMessageText, useReaderLocale } from "../../client/use-locale";
import { languageTag } from "../../i18n/locale";
import { OperationOutcome } from "./operation-outcome";

/** Which operations are listed: without an effect or a kind, those that change something. */
export interface OperationFilter {
  readonly clusterId?: string;
  readonly hostId?: string;
  readonly state?: OperationState;
  readonly kind?: OperationKind;
  readonly effect?: ListedEffect;
  readonly limit?: number;
  readonly cursor?: string;
  readonly sort?: OperationSort;
  readonly order?: SortOrder;
}

/** Operations, newest first; where it `isPaged`, with steps to the further ones, and sorted as its headers are told. */
export function OperationTable({
  query,
  isPaged = false,
}: {
  readonly query: OperationFilter;
  readonly isPaged?: boolean;
}): ReactNode {
  const t = useTranslations("operation");
  const operations = useApi("listOperations", { query: { ...query } }, { refreshMs: 15_000 });
  return (
    <Loaded query={operations}>
      {({ items, nextCursor }) => (
        <>
          {items.length === 0 ? (
            <p className="px-4 py-3 text-ink-muted text-sm">{t("none")}</p>
          ) : (
            <Rows operations={items} sorted={isPaged ? query : null} />
          )}
          {isPaged ? (
            <div className="px-4 py-3 empty:hidden">
              <ListSteps label={t("drawer")} nextCursor={nextCursor} />
            </div>
          ) : null}
        </>
      )}
    </Loaded>
  );
}

function Rows({
  operations,
  sorted,
}: {
  readonly operations: readonly Operation[];
  /** How the address says that they are sorted; null where headers sort nothing. */
  readonly sorted: Pick<OperationFilter, "sort" | "order"> | null;
}): ReactNode {
  const columnSort = useColumnSort<OperationSort>({ ...sorted, own: "createdAt" });
  const sortBy = (field: OperationSort): { readonly sort?: ColumnSort } =>
    sorted === null ? {} : { sort: columnSort(field) };
  const t = useTranslations("operation");
  const text = useMessageText();
  const locale = languageTag[useReaderLocale()];
  const lasted = (one: Operation): string =>
    one.startedAt === null || one.finishedAt === null
      ? "–"
      : formatDuration(Date.parse(one.finishedAt) - Date.parse(one.startedAt), locale);
  return (
    <DataTable
      caption={t("drawer")}
      rows={operations}
      rowKey={(one) => one.id}
      columns={[
        {
          id: "title",
          header: t("what"),
          ...sortBy("kind"),
          rowHeader: true,
          cell: (one) => (
            <Link href={`/operations/${one.id}`} tone="quiet">
              {text(one.title)}
            </Link>
          ),
        },
        {
          id: "state",
          header: t("outcome"),
          ...sortBy("state"),
          cell: (one) => <OperationOutcome operation={one} />,
        },
        {
          id: "who",
          header: t("by"),
          ...sortBy("requestedBy"),
          hideBelow: "md",
          cell: (one) => one.requestedBy,
        },
        {
          id: "when",
          header: t("when"),
          ...sortBy("createdAt"),
          whole: true,
          cell: (one) => <Moment at={one.createdAt} />,
        },
        { id: "lasted", header: t("lasted"), align: "end", hideBelow: "md", cell: lasted },
      ]}
    />
  );
}
