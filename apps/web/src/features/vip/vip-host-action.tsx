"use client";

import { type Message, message, type VipKind } from "@primacy/contract";
import { Button, ConfirmDialog, PlanList } from "@primacy/ui";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { joinSentences } from "../../client/sentences";
import { findProblem, useApiChange } from "../../client/use-api";
import { useMessageText } from "../../client/use-locale";
import { useOrder } from "../../client/use-order";
import { useMay } from "../../frame/principal-context";
import { hostActionOf, type VipHostActionName, type VipOnHost } from "./vip-on-host";

export { placeOf } from "./vip-on-host";

/** Lets a host let go of the VIP and stay without it, or take part again; the plan and what it costs come first. */
export function VipHostAction({ on }: { readonly on: VipOnHost }): ReactNode {
  const t = useTranslations("vip.hostAction");
  const common = useTranslations("common");
  const text = useMessageText();
  const router = useRouter();
  const mayOperate = useMay("operator");
  const [isAsking, setAsking] = useState(false);
  const follow = {
    shows: "refusals" as const,
    invalidates: ["listOperations"] as const,
    onSuccess: ({ operation }: { operation: { id: string } }) => router.push(`/operations/${operation.id}`),
  };
  const release = useApiChange("releaseVip", follow);
  const resume = useApiChange("resumeVip", follow);
  const action = hostActionOf(on);
  useOrder(mayOperate && action !== null ? [action] : [], () => setAsking(true), {
    host: on.hostId,
    vip: on.vipId,
  });
  if (!mayOperate || action === null) return null;
  const sent = action === "resume" ? resume : release;
  const problem = findProblem(sent.error);
  const plan = planOf(on, action);
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        {t(`${action}.button`)}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t(`${action}.title`, { host: on.hostName, address: on.address })}
        description={t(textOf(on, action), { host: on.hostName })}
        {...(plan.consequence === null ? {} : { consequence: { title: text(plan.consequence) } })}
        plan={
          <PlanList
            label={t("plan")}
            steps={[
              {
                id: "0",
                title: text(plan.step),
                state: "pending",
                stateLabel: t("planned"),
                host: on.hostName,
              },
            ]}
          />
        }
        {...(action === "resume"
          ? {}
          : { typeToConfirm: { text: on.clusterName, label: t("typeName", { name: on.clusterName }) } })}
        confirmLabel={t(`${action}.button`)}
        cancelLabel={common("cancel")}
        variant={action === "release" ? "danger" : "primary"}
        pending={sent.isPending}
        {...(problem === null
          ? {}
          : { error: joinSentences([problem, ...problem.errors].map((one) => text(one.message))) })}
        onConfirm={() => {
          const params = { id: on.clusterId, vipId: on.vipId };
          if (action === "resume") resume.mutate({ params, body: { hostId: on.hostId } });
          else release.mutate({ params, body: { hostId: on.hostId, confirm: on.clusterName } });
        }}
      />
    </>
  );
}

/** What a host lets go of is given to another one, unless it is to stay where it is. */
function isGivenAway({ kind, isPaused }: VipOnHost): boolean {
  return kind === "read" && !isPaused;
}

type ActionText = "release.text.pausedRead" | `${VipHostActionName}.text.${VipKind}`;

function textOf({ kind, isPaused }: VipOnHost, action: VipHostActionName): ActionText {
  const staysAway = action === "release" && kind === "read" && isPaused;
  return staysAway ? "release.text.pausedRead" : `${action}.text.${kind}`;
}

const wordings = {
  write: { resume: "step.vip.resume", resumed: "consequence.vip_resumed" },
  read: { resume: "step.vip.resume_read", resumed: "consequence.vip_resumed_read" },
} as const;

/** The worker's plan of one step, in the words of the catalogue that it uses too. */
function planOf(
  on: VipOnHost,
  action: VipHostActionName,
): { readonly step: Message; readonly consequence: Message | null } {
  const params = { host: on.hostName, address: on.address };
  const { resume, resumed } = wordings[on.kind];
  if (action === "resume") return { step: message(resume, params), consequence: message(resumed, params) };
  const code = isGivenAway(on) ? "consequence.vip_released_read" : "consequence.vip_gone";
  const consequence = action === "release" ? message(code, params) : null;
  return { step: message("step.vip.release", params), consequence };
}
