"use client";

import type { ClusterProxy } from "@primacy/contract";
import { ConfirmDialog } from "@primacy/ui";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { joinSentences } from "../../client/sentences";
import { useApi, useApiChange } from "../../client/use-api";
import { useErrorTexts } from "../../client/use-error-texts";

/** Asks for the cluster's name before a proxy is removed, and then leads to what is done. */
export function RemoveProxy({
  proxy,
  onClose,
}: {
  readonly proxy: ClusterProxy;
  readonly onClose: () => void;
}): ReactNode {
  const t = useTranslations("proxy");
  const common = useTranslations("common");
  const router = useRouter();
  const { id: proxyId, clusterId, hosts, kind } = proxy;
  const cluster = useApi("getCluster", { params: { id: clusterId } }).data;
  const removal = useApiChange("removeProxy", {
    shows: "failures",
    invalidates: ["listProxies", "listOperations"],
    onSuccess: ({ operation }) => router.push(`/operations/${operation.id}`),
  });
  const errors = useErrorTexts()(removal.error);
  if (cluster === undefined) return null;
  const { name } = cluster;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t("removeTitle", { kind: t(`kind.${kind}`) })}
      consequence={{ title: t("removeTold"), detail: t("removeText") }}
      targets={{ label: t("hosts"), names: hosts.map((host) => host.name) }}
      typeToConfirm={{ text: name, label: t("typeName", { name }) }}
      confirmLabel={t("remove")}
      cancelLabel={common("cancel")}
      variant="danger"
      pending={removal.isPending || removal.isSuccess}
      {...(errors.length === 0 ? {} : { error: joinSentences(errors) })}
      onConfirm={() => removal.mutate({ params: { id: clusterId, proxyId }, body: { confirm: name } })}
    />
  );
}
