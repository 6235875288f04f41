"use client";

import { type Cluster, operationKinds, type Vip } from "@primacy/contract";
import { Button, Dialog, Notice, StatusPip } from "@primacy/ui";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect } from "react";
import { api } from "../../client/api";
import { joinSentences } from "../../client/sentences";
import { useApi, useApiChange } from "../../client/use-api";
import { useErrorTexts } from "../../client/use-error-texts";
import { useMessageText } from "../../client/use-locale";
import { findResult } from "../../client/use-result";
import { type Starter, useStarter } from "../../client/use-started";
import { ConfirmPlan } from "../operation/confirm-plan";
import { planVip } from "./vip-plan";

/** Properties of {@link VipPluginRemovalDialog}. */
interface VipPluginRemovalDialogProps {
  readonly vip: Vip;
  readonly cluster: Cluster;
  readonly onClose: () => void;
}

/**
 * Removes a VIP of the plugin: every host is looked at as soon as it opens, so that the plan has the lines of each option file. Where
 * that failed, the plan is shown without them, and says so; the removal itself looks again.
 */
export function VipPluginRemovalDialog({ vip, cluster, onClose }: VipPluginRemovalDialogProps): ReactNode {
  const t = useTranslations("vip");
  const common = useTranslations("common");
  const router = useRouter();
  const looking = useStarter();
  const vips = useApi("listVips", { params: { id: vip.clusterId } }).data?.items ?? [vip];
  const remove = useApiChange("removeVip", {
    shows: "failures",
    invalidates: ["listVips", "listOperations"],
    onSuccess: ({ operation }) => router.push(`/operations/${operation.id}`),
  });
  const { start } = looking;
  const { id: vipId, clusterId } = vip;
  useEffect(() => {
    start(() => api.call("checkVipRemoval", { params: { id: clusterId, vipId }, body: {} }));
  }, [start, clusterId, vipId]);
  const title = t("removeTitle", { address: vip.address });
  const found = findResult(operationKinds["vip.check_removal"].result, looking.operation);
  const hasEnded = found !== null || looking.error !== null || looking.operation !== undefined;
  if (looking.isUnderWay || !hasEnded)
    return (
      <Dialog
        open
        size="lg"
        onOpenChange={(open) => {
          if (!open) onClose();
        }}
        title={title}
        description={t("removePluginText")}
        footer={<Button onClick={onClose}>{common("cancel")}</Button>}
      >
        <div aria-live="polite">
          <StatusPip tone="busy" label={t("removeLooking")} />
        </div>
      </Dialog>
    );
  return (
    <ConfirmPlan
      onClose={onClose}
      title={title}
      description={t("removePluginText")}
      cluster={cluster}
      plan={found ?? planVip(vip, { kind: "remove" }, cluster, vips)}
      {...(found === null ? { report: <NotLooked looking={looking} /> } : {})}
      confirmLabel={t("remove")}
      cancelLabel={common("cancel")}
      isDangerous
      isSending={remove.isPending || remove.isSuccess}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { id: clusterId, vipId }, body: { confirm: cluster.name } })}
    />
  );
}

/** Why the plan is without the lines of the option files. */
function NotLooked({ looking }: { readonly looking: Pick<Starter, "operation" | "error"> }): ReactNode {
  const t = useTranslations("vip");
  const text = useMessageText();
  const refusals = useErrorTexts()(looking.error);
  const problem = looking.operation?.problem ?? null;
  const reasons = problem === null ? refusals : [text(problem.message)];
  return (
    <Notice tone="warning" title={t("removeNotLooked")}>
      {joinSentences([...reasons, t("removeLooksAgain")])}
    </Notice>
  );
}
