"use client";

import type { Operation, OperationKind, OperationState } from "@primacy/contract";
import { DataTable, formatDuration, Link, StatusPip } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ListSteps } from "../../client/list-address";
import { Loaded } from "../../client/loaded";
import { Moment } from "../../client/moment";
import { useApi } from "../../client/use-api";
import { useMessageText, useReaderLocale } from "../../client/use-locale";
import { languageTag } from "../../i18n/locale";
import { operationTone } from "./operation-tone";

/** Which operations are listed. */
export interface OperationFilter {
  readonly clusterId?: string;
  readonly hostId?: string;
  readonly state?: OperationState;
  readonly kind?: OperationKind;
  readonly limit?: number;
  readonly cursor?: string;
}

/** Operations, newest first; where it `isPaged`, with steps to the further ones. */
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
            <Rows operations={items} />
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

function Rows({ operations }: { readonly operations: readonly Operation[] }): ReactNode {
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
          cell: (one) => <StatusPip tone={operationTone[one.state]} label={t(`state.${one.state}`)} />,
        },
        { id: "who", header: t("by"), hideBelow: "md", cell: (one) => one.requestedBy },
        { id: "when", header: t("when"), whole: true, cell: (one) => <Moment at={one.createdAt} /> },
        { id: "lasted", header: t("lasted"), align: "end", hideBelow: "md", cell: lasted },
      ]}
    />
  );
}
