"use client";

import {
  isFinished,
  type MemberAction,
  operationKinds,
  type Topology,
  type TopologyHost,
  type TopologyMember,
} from "@primacy/contract";
import { Button, Checkbox, Dialog, FormErrorSummary, StatusPip } from "@primacy/ui";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { api } from "../../client/api";
import { useApiChange } from "../../client/use-api";
import { useErrorTexts } from "../../client/use-error-texts";
import { findResult } from "../../client/use-result";
import { useStarter } from "../../client/use-started";
import { ConfirmPlan } from "../operation/confirm-plan";
import { OperationProblem } from "../operation/operation-page";
import { MemberFindings } from "./member-findings";

/** Properties of {@link MemberDialog}. */
interface MemberDialogProps {
  readonly topology: Topology;
  readonly host: TopologyHost;
  readonly member: TopologyMember;
  readonly action: MemberAction;
  readonly onClose: () => void;
}

/**
 * An action on a member: as soon as it opens, the member is compared with its group; then what was found and the plan are
 * shown, and only where nothing stands against it the button.
 */
export function MemberDialog({ topology, host, member, action, onClose }: MemberDialogProps): ReactNode {
  const t = useTranslations("member");
  const common = useTranslations("common");
  const [isPrimaryAllowed, setPrimaryAllowed] = useState(false);
  const [isCloneAllowed, setCloneAllowed] = useState(false);
  const checking = useStarter();
  const { start } = checking;
  const { clusterId, clusterName } = topology;
  const { memberId } = member;
  const look = useCallback(() => {
    const params = { id: clusterId, memberId };
    start(() => api.call("checkMember", { params, body: { action, isPrimaryAllowed, isCloneAllowed } }));
  }, [start, clusterId, memberId, action, isPrimaryAllowed, isCloneAllowed]);
  useEffect(look, [look]);
  const order = useMemberOrder(action, { id: clusterId, memberId });
  const checked = findResult(operationKinds["member.check"].result, checking.operation);
  const refusals = useErrorTexts()(checking.error);
  const title = t(`${action}.title`, { name: host.name });
  if (checked !== null && !checked.report.hasFailures) {
    const { serverUuid, address, port } = member;
    const hostName = host.hostId === null ? null : host.name;
    const isCloned = checked.plan.steps.some((step) => step.code === "member.clone");
    const only = { id: memberId, clusterId, serverUuid, address, port, hostId: host.hostId, hostName };
    return (
      <ConfirmPlan
        onClose={onClose}
        title={title}
        description={isCloned ? t("cloneText") : t(`${action}.text`)}
        cluster={{ name: clusterName, members: [only] }}
        plan={checked.plan}
        report={<MemberFindings checked={checked} />}
        confirmLabel={t(`${action}.button`)}
        cancelLabel={common("cancel")}
        isDangerous={action === "stop" || isCloned}
        isSending={order.isSending}
        error={order.error}
        onConfirm={() => order.send({ confirm: clusterName, isPrimaryAllowed, isCloned })}
      />
    );
  }
  const { operation } = checking;
  const hasFailed = (code: string): boolean =>
    checked?.report.checks.some((one) => one.code === code && one.result === "fail") ?? false;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      description={t(`${action}.text`)}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {common("cancel")}
          </Button>
          <Button loading={checking.isUnderWay} onClick={look}>
            {t("lookAgain")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {refusals.length === 0 ? null : (
          <FormErrorSummary title={t("notLooked")} problems={refusals.map((message) => ({ message }))} />
        )}
        <div aria-live="polite">
          {checking.isUnderWay ? <StatusPip tone="busy" label={t("looking")} /> : null}
        </div>
        {operation !== undefined && isFinished(operation.state) ? (
          <OperationProblem operation={operation} />
        ) : null}
        {checked === null ? null : <MemberFindings checked={checked} />}
        {isPrimaryAllowed || hasFailed("member_primary") ? (
          <Checkbox
            label={t("allowPrimary")}
            hint={t("allowPrimaryHint")}
            checked={isPrimaryAllowed}
            onCheckedChange={setPrimaryAllowed}
          />
        ) : null}
        {isCloneAllowed || hasFailed("member_clone") ? (
          <Checkbox
            label={t("allowClone", { name: host.name })}
            hint={t("allowCloneHint")}
            checked={isCloneAllowed}
            onCheckedChange={setCloneAllowed}
          />
        ) : null}
      </div>
    </Dialog>
  );
}

interface MemberOrder {
  readonly send: (order: {
    /** The cluster's name. */
    readonly confirm: string;
    readonly isPrimaryAllowed: boolean;
    readonly isCloned: boolean;
  }) => void;
  readonly isSending: boolean;
  readonly error: Error | null;
}

/** Sends the order, and goes to its operation. */
function useMemberOrder(action: MemberAction, params: { id: string; memberId: string }): MemberOrder {
  const router = useRouter();
  const follow = {
    shows: "failures" as const,
    invalidates: ["listOperations"] as const,
    onSuccess: ({ operation }: { operation: { id: string } }) => router.push(`/operations/${operation.id}`),
  };
  const start = useApiChange("startMember", follow);
  const stop = useApiChange("stopMember", follow);
  const rejoin = useApiChange("rejoinMember", follow);
  const sent = { start, stop, rejoin }[action];
  return {
    send: ({ confirm, isPrimaryAllowed, isCloned }) => {
      const joins = isCloned ? { isCloneAllowed: true, confirm } : {};
      if (action === "stop") stop.mutate({ params, body: { confirm, isPrimaryAllowed } });
      else if (action === "start") start.mutate({ params, body: joins });
      else rejoin.mutate({ params, body: joins });
    },
    isSending: sent.isPending || sent.isSuccess,
    error: sent.error,
  };
}
