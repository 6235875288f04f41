"use client";

import { type Cluster, operationKinds, type Vip, type VipProvider } from "@primacy/contract";
import { Button, Dialog } from "@primacy/ui";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useCallback, useEffect } from "react";
import { api } from "../../client/api";
import { useApiChange } from "../../client/use-api";
import { findResult } from "../../client/use-result";
import { useStarter } from "../../client/use-started";
import { fixButtons } from "../fix/fix-buttons";
import { FixableChecks } from "../fix/fixable-checks";
import { ConfirmPlan } from "../operation/confirm-plan";
import { ReportSummary } from "./check-report";
import { VipLook } from "./vip-look";

/** Properties of {@link VipMigrateDialog}. */
interface VipMigrateDialogProps {
  readonly vip: Vip;
  readonly cluster: Cluster;
  readonly onClose: () => void;
}

const other: Readonly<Record<VipProvider, VipProvider>> = { agent: "greatdb_ha", greatdb_ha: "agent" };

/** Gives a VIP to the other provider: checked on every member as soon as it opens, then the plan, and only then the button. */
export function VipMigrateDialog({ vip, cluster, onClose }: VipMigrateDialogProps): ReactNode {
  const t = useTranslations("vip");
  const common = useTranslations("common");
  const router = useRouter();
  const checking = useStarter();
  const migrate = useApiChange("migrateVip", {
    shows: "failures",
    invalidates: ["listVips", "listOperations"],
    onSuccess: ({ operation }) => router.push(`/operations/${operation.id}`),
  });
  const { start } = checking;
  const params = { id: vip.clusterId, vipId: vip.id };
  const to = other[vip.provider];
  // biome-ignore lint/correctness/useExhaustiveDependencies: the VIP is loaded anew every few seconds
  const look = useCallback(() => {
    start(() => api.call("checkVipMigration", { params, body: { to } }));
  }, [start, vip.id, vip.provider]);
  useEffect(look, [look]);
  const checked = findResult(operationKinds["vip.check_migration"].result, checking.operation);
  const fixOf = fixButtons(vip.clusterId, checked?.fixes, look);
  const title = t("migrateTitle", { address: vip.address, provider: t(`providers.${to}`) });
  if (checked !== null && !checked.report.hasFailures)
    return (
      <ConfirmPlan
        onClose={onClose}
        title={title}
        description={t("planText")}
        cluster={cluster}
        plan={checked.plan}
        report={
          <>
            <ReportSummary report={checked.report} />
            <FixableChecks report={checked.report} fixOf={fixOf} />
          </>
        }
        confirmLabel={t("migrate")}
        cancelLabel={common("cancel")}
        isDangerous
        isSending={migrate.isPending || migrate.isSuccess}
        error={migrate.error}
        onConfirm={() => migrate.mutate({ params, body: { to, confirm: cluster.name } })}
      />
    );
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      description={t("checkText")}
      footer={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button variant="primary" loading={checking.isUnderWay} onClick={look}>
            {t("showPlan")}
          </Button>
        </>
      }
    >
      <VipLook planning={{ checking, report: checked?.report ?? null }} fixOf={fixOf} />
    </Dialog>
  );
}
