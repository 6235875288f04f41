"use client";

import { Button, Dialog, showToast } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Loaded } from "../../client/loaded";
import { useApi, useApiChange } from "../../client/use-api";
import { useOrder } from "../../client/use-order";
import { ConfirmPlan } from "../operation/confirm-plan";
import { planDiscovery } from "./refresh-plan";

/** Discovers the members of a cluster again, after it was shown what that may run on the primary. */
export function RefreshCluster({ clusterId }: { readonly clusterId: string }): ReactNode {
  const t = useTranslations("cluster.refresh");
  const [isOpen, setOpen] = useState(false);
  useOrder(["refresh"], () => setOpen(true));
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("action")}</Button>
      {isOpen ? <RefreshDialog clusterId={clusterId} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function RefreshDialog({
  clusterId,
  onClose,
}: {
  readonly clusterId: string;
  readonly onClose: () => void;
}): ReactNode {
  const t = useTranslations("cluster.refresh");
  const common = useTranslations("common");
  const params = { id: clusterId };
  const cluster = useApi("getCluster", { params });
  const vips = useApi("listVips", { params });
  const refresh = useApiChange("refreshCluster", {
    shows: "failures",
    invalidates: ["getCluster", "listOperations"],
    onSuccess: () => {
      showToast("done", { title: t("started") });
      onClose();
    },
  });
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
      title={t("title", { name: cluster.data.name })}
      description={t("text")}
      cluster={cluster.data}
      plan={planDiscovery(cluster.data, vips.data.items)}
      confirmLabel={t("action")}
      cancelLabel={common("cancel")}
      isDangerous={false}
      isSending={refresh.isPending || refresh.isSuccess}
      error={refresh.error}
      onConfirm={() => refresh.mutate({ params, body: {} })}
    />
  );
}
