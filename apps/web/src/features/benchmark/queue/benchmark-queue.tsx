"use client";

import type { AwaitedBenchmark, WaitingBenchmark } from "@primacy/contract";
import { Button, Card, ConfirmDialog, DataTable, Link } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Moment } from "../../../client/moment";
import { useApi, useApiChange } from "../../../client/use-api";
import { useMay } from "../../../frame/principal-context";
import { useQueueText } from "./use-queue-text";

const refreshMs = 5_000;

/** The benchmarks of a cluster that wait their turn, in order; nothing while none does. */
export function BenchmarkQueue({ clusterId }: { readonly clusterId: string }): ReactNode {
  const t = useTranslations("benchmark.queue");
  const words = useTranslations("benchmark");
  const text = useQueueText();
  const mayOperate = useMay("operator");
  const queue = useApi("listBenchmarkQueue", { params: { id: clusterId } }, { refreshMs });
  const items = queue.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Card title={t("title")} description={t("text")} padding="none">
      <DataTable
        caption={t("title")}
        rows={items}
        rowKey={({ id }) => id}
        columns={[
          {
            id: "name",
            header: words("name"),
            rowHeader: true,
            cell: ({ id, name }) => (
              <Link href={`/clusters/${clusterId}/benchmarks/${id}`} tone="quiet">
                {name}
              </Link>
            ),
          },
          { id: "waitsFor", header: t("waitsFor"), cell: ({ waitsFor }) => <Awaited of={waitsFor} /> },
          { id: "begins", header: t("begins"), cell: (one) => text.begins(one) },
          { id: "lasts", header: t("lasts"), whole: true, cell: ({ seconds }) => text.lasts(seconds) },
          {
            id: "when",
            header: words("when"),
            whole: true,
            hideBelow: "lg",
            cell: ({ createdAt }) => <Moment at={createdAt} />,
          },
          { id: "by", header: words("by"), hideBelow: "lg", cell: ({ requestedBy }) => requestedBy },
        ]}
        {...(mayOperate ? { rowActions: (one: WaitingBenchmark) => <CancelWaiting one={one} /> } : {})}
      />
    </Card>
  );
}

/** The benchmarks that one waits for, whichever cluster they are of. */
export function Awaited({ of }: { readonly of: readonly AwaitedBenchmark[] }): ReactNode {
  if (of.length === 0) return "–";
  return (
    <span className="flex flex-col">
      {of.map(({ id, clusterId, name }) => (
        <Link key={id} href={`/clusters/${clusterId}/benchmarks/${id}`} tone="quiet">
          {name}
        </Link>
      ))}
    </span>
  );
}

/** Takes a benchmark out of the queue; asks first. */
export function CancelWaiting({ one }: { readonly one: Pick<WaitingBenchmark, "id" | "name"> }): ReactNode {
  const t = useTranslations("benchmark.queue");
  const page = useTranslations("benchmark.page");
  const [isAsked, setAsked] = useState(false);
  const cancel = useApiChange("cancelOperation", {
    invalidates: ["listBenchmarkQueue", "listOperations", "getOperation"],
    onSuccess: () => setAsked(false),
  });
  return (
    <>
      <Button size="sm" onClick={() => setAsked(true)}>
        {page("cancel")}
      </Button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={t("cancelTitle", { name: one.name })}
        consequence={{ title: t("cancelText") }}
        confirmLabel={page("cancelSure")}
        cancelLabel={t("cancelKeep")}
        variant="primary"
        pending={cancel.isPending}
        onConfirm={() => cancel.mutate({ params: { id: one.id } })}
      />
    </>
  );
}
