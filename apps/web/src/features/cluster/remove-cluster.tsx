"use client";

import { Button, Dialog } from "@primacy/ui";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Loaded } from "../../client/loaded";
import { useApi, useApiChange } from "../../client/use-api";
import { useOrder } from "../../client/use-order";
import { ConfirmPlan } from "../operation/confirm-plan";
import { planRemoval } from "./removal-plan";

/** Removes a cluster from management, after its plan was shown and its name was typed. */
export function RemoveCluster({ clusterId }: { readonly clusterId: string }): ReactNode {
  const t = useTranslations("cluster.remove");
  const [isOpen, setOpen] = useState(false);
  useOrder(["end"], () => setOpen(true));
  return (
    <>
      <Button variant="danger-quiet" onClick={() => setOpen(true)}>
        {t("action")}
      </Button>
      {isOpen ? <RemovalDialog clusterId={clusterId} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** Asks for the cluster and its VIPs when it opens: without its VIPs the plan would leave out what clients lose. */
function RemovalDialog({
  clusterId,
  onClose,
}: {
  readonly clusterId: string;
  readonly onClose: () => void;
}): ReactNode {
  const t = useTranslations("cluster.remove");
  const common = useTranslations("common");
  const router = useRouter();
  const params = { id: clusterId };
  const cluster = useApi("getCluster", { params });
  const vips = useApi("listVips", { params });
  const remove = useApiChange("removeCluster", {
    shows: "failures",
    invalidates: ["listClusters", "listOperations"],
    onSuccess: ({ operation }) => router.push(`/operations/${operation.id}`),
  });
  const name = cluster.data?.name ?? "";
  if (cluster.data === undefined || vips.data === undefined) {
    return (
      <Dialog open onOpenChange={onClose} title={t("action")} description={t("text")}>
        <Loaded query={cluster}>{() => <Loaded query={vips}>{() => null}</Loaded>}</Loaded>
      </Dialog>
    );
  }
  return (
    <ConfirmPlan
      onClose={onClose}
      title={t("title", { name })}
      description={t("text")}
      cluster={cluster.data}
      plan={planRemoval(cluster.data, vips.data.items)}
      confirmLabel={t("action")}
      cancelLabel={common("cancel")}
      isDangerous
      isSending={remove.isPending || remove.isSuccess}
      error={remove.error}
      onConfirm={() => remove.mutate({ params, body: { confirm: name } })}
    />
  );
}
