"use client";

import type { Cluster, Vip } from "@primacy/contract";
import { Button, Dialog } from "@primacy/ui";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { api } from "../../client/api";
import { useApiChange } from "../../client/use-api";
import { fixButtons } from "../fix/fix-buttons";
import { FixableChecks } from "../fix/fixable-checks";
import { ConfirmPlan } from "../operation/confirm-plan";
import { ReportSummary } from "./check-report";
import { useVipPlanning } from "./use-vip-planning";
import { VipChangeForm } from "./vip-change-form";
import { draftOf, findVipProblems, toVipChange, toVipRequest, type VipDraft } from "./vip-draft";
import { VipLook } from "./vip-look";

/** Properties of {@link VipChangeDialog}. */
interface VipChangeDialogProps {
  readonly vip: Vip;
  readonly cluster: Cluster;
  /** Other settings, or into force again as it is. */
  readonly goal: "change" | "enable";
  readonly onClose: () => void;
}

/** Changes or enables a VIP: checked on every member first, then the plan, and only then the button. */
export function VipChangeDialog({ vip, cluster, goal, onClose }: VipChangeDialogProps): ReactNode {
  const t = useTranslations("vip");
  const common = useTranslations("common");
  const router = useRouter();
  const [draft, setDraft] = useState<VipDraft>(() =>
    draftOf(
      vip,
      cluster.members.flatMap(({ hostId }) => hostId ?? []),
    ),
  );
  const change = useApiChange("changeVip", {
    shows: "failures",
    invalidates: ["listVips", "listOperations"],
    onSuccess: ({ operation }) => router.push(`/operations/${operation.id}`),
  });
  const wanted = goal === "enable" ? { enabled: true } : toVipChange(vip, draft);
  const planning = useVipPlanning(vip, cluster, goal === "change" && !vip.enabled ? wanted : null);
  const { start } = planning.checking;
  const ask = (): void => {
    const body = { ...toVipRequest(draft), vipId: vip.id };
    // The form says what is wrong; of a VIP that is disabled the plan would be made here, of whatever stands there.
    if (findVipProblems(draft, body).length === 0) planning.ask(body);
  };
  // Enabling has nothing to be filled in: the members are looked at as soon as the dialog opens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; the VIP is loaded anew every few seconds
  useEffect(() => {
    if (goal !== "enable") return;
    const body = { ...toVipRequest(draftOf(vip)), vipId: vip.id };
    start(() => api.call("checkVip", { params: { id: vip.clusterId }, body }));
  }, [goal, vip.id, vip.clusterId, start]);
  const { plan, report } = planning;
  const fixOf = fixButtons(vip.clusterId, planning.fixes, ask);
  if (plan !== null) {
    return (
      <ConfirmPlan
        onClose={() => {
          change.reset();
          if (goal === "enable") onClose();
          else planning.reset();
        }}
        title={t(`${goal}Title`, { address: vip.address })}
        description={t("planText")}
        cluster={cluster}
        plan={plan}
        {...(report === null
          ? {}
          : {
              report: (
                <>
                  <ReportSummary report={report} />
                  <FixableChecks report={report} fixOf={fixOf} />
                </>
              ),
            })}
        confirmLabel={t(goal)}
        cancelLabel={common(goal === "enable" ? "cancel" : "back")}
        isDangerous={goal === "change"}
        isSending={change.isPending || change.isSuccess}
        error={change.error}
        onConfirm={() => {
          const params = { id: vip.clusterId, vipId: vip.id };
          change.mutate({ params, body: { ...wanted, confirm: cluster.name } });
        }}
      />
    );
  }
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t(`${goal}Title`, { address: vip.address })}
      description={t("checkText")}
      footer={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button
            variant="primary"
            loading={planning.checking.isUnderWay}
            disabled={Object.keys(wanted).length === 0}
            {...(goal === "change" ? { type: "submit", form: "vip-change" } : { onClick: ask })}
          >
            {t("showPlan")}
          </Button>
        </>
      }
    >
      <VipLook planning={planning} fixOf={fixOf}>
        {goal === "enable" ? null : (
          <VipChangeForm
            id="vip-change"
            draft={draft}
            members={cluster.members}
            planning={planning}
            onChange={(next) => {
              setDraft(next);
              planning.reset();
            }}
            onSubmit={ask}
          />
        )}
      </VipLook>
    </Dialog>
  );
}
