"use client";

import type { Cluster, Message } from "@primacy/contract";
import { planRefresh } from "@primacy/core/plan";
import { Button, Dialog } from "@primacy/ui";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Loaded } from "../../client/loaded";
import { useApi, useApiChange } from "../../client/use-api";
import { useOrder } from "../../client/use-order";
import { ConfirmPlan } from "../operation/confirm-plan";
import { previewPlan } from "../operation/preview-plan";

/** Properties of {@link OverruleAgents}. */
interface OverruleAgentsProps {
  readonly clusterId: string;
  /** What agents hold otherwise than this console. */
  readonly differences: readonly Message[];
}

/** Puts in force what a console has that was restored from an older database, after what that changes was shown. */
export function OverruleAgents(props: OverruleAgentsProps): ReactNode {
  const t = useTranslations("cluster.overrule");
  const [isOpen, setOpen] = useState(false);
  useOrder(["overrule"], () => setOpen(true));
  return (
    <>
      <Button variant="danger-quiet" onClick={() => setOpen(true)}>
        {t("action")}
      </Button>
      {isOpen ? <OverruleDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function OverruleDialog(props: OverruleAgentsProps & { readonly onClose: () => void }): ReactNode {
  const t = useTranslations("cluster.overrule");
  const cluster = useApi("getCluster", { params: { id: props.clusterId } });
  if (cluster.data !== undefined) return <Confirmation {...props} cluster={cluster.data} />;
  return (
    <Dialog open onOpenChange={props.onClose} title={t("action")} description={t("text")}>
      <Loaded query={cluster}>{() => null}</Loaded>
    </Dialog>
  );
}

function Confirmation({
  cluster,
  differences,
  onClose,
}: OverruleAgentsProps & { readonly cluster: Cluster; readonly onClose: () => void }): ReactNode {
  const t = useTranslations("cluster.overrule");
  const common = useTranslations("common");
  const router = useRouter();
  const { id, name } = cluster;
  const overrule = useApiChange("refreshCluster", {
    shows: "failures",
    invalidates: ["getCluster", "listOperations"],
    onSuccess: ({ operation }) => router.push(`/operations/${operation.id}`),
  });
  const planned = planRefresh({
    clusterId: id,
    members: [],
    previous: [],
    leaving: [],
    vips: [],
    newNics: {},
    differences,
    mayOverrule: true,
  });
  return (
    <ConfirmPlan
      onClose={onClose}
      title={t("title", { name })}
      description={t("text")}
      cluster={cluster}
      plan={previewPlan(planned)}
      confirmLabel={t("action")}
      cancelLabel={common("cancel")}
      isDangerous
      isSending={overrule.isPending || overrule.isSuccess}
      error={overrule.error}
      onConfirm={() => overrule.mutate({ params: { id }, body: { overrule: true, confirm: name } })}
    />
  );
}
