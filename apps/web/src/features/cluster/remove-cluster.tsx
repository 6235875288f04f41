"use client";

import { Button, ConfirmDialog } from "@primacy/ui";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { findProblem, useApi, useApiChange } from "../../client/use-api";
import { useMessageText } from "../../client/use-locale";
import { inHostOrder } from "./in-host-order";

/** Removes a cluster from management, after its name was typed. */
export function RemoveCluster({ clusterId }: { readonly clusterId: string }): ReactNode {
  const t = useTranslations("cluster.remove");
  const hosts = useTranslations("host");
  const common = useTranslations("common");
  const text = useMessageText();
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const cluster = useApi("getCluster", { params: { id: clusterId } }).data;
  const remove = useApiChange("removeCluster", {
    shows: "refusals",
    invalidates: ["listClusters", "listOperations"],
    onSuccess: ({ operation }) => router.push(`/operations/${operation.id}`),
  });
  if (cluster === undefined) return null;
  const problem = findProblem(remove.error);
  return (
    <>
      <Button variant="danger-quiet" onClick={() => setOpen(true)}>
        {t("action")}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t("title", { name: cluster.name })}
        description={t("text")}
        consequence={{ title: t("consequence") }}
        targets={{
          label: hosts("title"),
          names: inHostOrder(cluster.members, (one) => one.address).map(
            (member) => member.hostName ?? member.address,
          ),
        }}
        typeToConfirm={{ text: cluster.name, label: t("type", { name: cluster.name }) }}
        confirmLabel={t("action")}
        cancelLabel={common("cancel")}
        variant="danger"
        pending={remove.isPending}
        {...(problem === null ? {} : { error: text(problem.message) })}
        onConfirm={() => remove.mutate({ params: { id: clusterId }, body: { confirm: cluster.name } })}
      />
    </>
  );
}
