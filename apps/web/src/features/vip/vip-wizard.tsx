"use client";

import { type CheckedPlan, operationKinds, type Topology } from "@primacy/contract";
import { WizardLayout, type WizardStep } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { api } from "../../client/api";
import { Loaded } from "../../client/loaded";
import { useMessageText } from "../../client/use-locale";
import { findResult } from "../../client/use-result";
import { useStarter } from "../../client/use-started";
import { useTopology } from "../../client/use-topology";
import { typingPauseMs } from "../../client/use-typed-problems";
import { PlanPreview } from "../operation/plan-preview";
import { findWriteVip } from "../topology/vip-kinds";
import { AddressStep } from "./address-step";
import { ApplyStep } from "./apply-step";
import { ChecksStep } from "./checks-step";
import { Estimates } from "./downtime-estimates";
import { toProxies, untoldProxies } from "./proxies-draft";
import { defaultReads, isWorthChecking, toVipRequest, type VipDraft } from "./vip-draft";

const order = ["address", "checks", "apply"] as const;
type Step = (typeof order)[number];

/** What a step draws into the wizard. */
export interface StepParts {
  readonly body: ReactNode;
  readonly footer: ReactNode;
}

/** Configure VIP: the address, the checks on every member, the plan, and its steps as they go. */
export function VipWizard({ clusterId }: { readonly clusterId: string }): ReactNode {
  const topology = useTopology(clusterId);
  return <Loaded query={topology}>{(value) => <Wizard clusterId={clusterId} topology={value} />}</Loaded>;
}

function Wizard({
  clusterId,
  topology,
}: {
  readonly clusterId: string;
  readonly topology: Topology;
}): ReactNode {
  const t = useTranslations("vip.wizard");
  const [draft, setDraft] = useState<VipDraft>({
    provider: "agent",
    hasRestarts: false,
    isGuarded: false,
    library: null,
    kind: findWriteVip(topology.vips) === undefined ? "write" : "read",
    address: "",
    prefixLength: "24",
    port: portOf(topology),
    nics: {},
    onRelease: "cut",
    reads: defaultReads,
  });
  const [proxies, setProxies] = useState(untoldProxies);
  const [step, setStep] = useState<Step>("address");
  const checking = useStarter();
  const applying = useStarter();
  const { start, reset } = checking;
  const question = { ...toVipRequest(draft), ...toProxies(draft, proxies) };
  const request = JSON.stringify(question);
  const isReady = isWorthChecking(draft, question);
  // Checks run while the reader types: after a pause, on every member at once, changing nothing.
  useEffect(() => {
    reset();
    if (!isReady) return;
    const timer = setTimeout(
      () => start(() => api.call("checkVip", { params: { id: clusterId }, body: JSON.parse(request) })),
      typingPauseMs,
    );
    return () => clearTimeout(timer);
  }, [request, isReady, clusterId, start, reset]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step begins at its top
  useEffect(() => {
    // Newer browsers return a promise here, which React would take for a clean-up.
    void window.scrollTo({ top: 0 });
  }, [step]);
  const checked = findResult(operationKinds["vip.check"].result, checking.operation);
  const steps = useSteps(step);
  const wizard = (parts: StepParts): ReactNode => (
    <WizardLayout
      stepsLabel={t("title")}
      steps={steps}
      consequenceTitle={t("consequenceTitle")}
      consequence={<Consequence checked={checked} isUnderWay={step === "apply"} />}
      footer={parts.footer}
    >
      {parts.body}
    </WizardLayout>
  );
  const check = (): void => start(() => api.call("checkVip", { params: { id: clusterId }, body: question }));
  const apply = (): void =>
    applying.start(() => api.call("applyVip", { params: { id: clusterId }, body: toVipRequest(draft) }));
  if (step === "apply") {
    return (
      <ApplyStep clusterId={clusterId} applying={applying} onBack={() => setStep("checks")} onAgain={apply}>
        {wizard}
      </ApplyStep>
    );
  }
  if (step === "checks") {
    return (
      <ChecksStep
        topology={topology}
        checking={checking}
        checked={checked}
        onBack={() => setStep("address")}
        onAgain={check}
        onLibrary={(library) => setDraft((before) => ({ ...before, library }))}
        onApply={() => {
          apply();
          setStep("apply");
        }}
      >
        {wizard}
      </ChecksStep>
    );
  }
  return (
    <AddressStep
      topology={topology}
      draft={draft}
      question={question}
      onChange={setDraft}
      proxies={proxies}
      onProxies={setProxies}
      checking={checking}
      checked={checked}
      onNext={() => setStep("checks")}
      onAgain={check}
    >
      {wizard}
    </AddressStep>
  );
}

/** The plan before the button; once it goes, its steps tick in the middle and only the consequences stay here. */
function Consequence({
  checked,
  isUnderWay,
}: {
  readonly checked: CheckedPlan | null;
  readonly isUnderWay: boolean;
}): ReactNode {
  const t = useTranslations("vip.wizard");
  const text = useMessageText();
  if (checked === null) return <p className="text-ink-muted text-sm">{t("consequenceAddress")}</p>;
  const { plan, report } = checked;
  if (plan.steps.length === 0) return <p className="text-ink-muted text-sm">{t("planNone")}</p>;
  return (
    <div className="flex flex-col gap-5">
      {plan.consequences.map((one) => (
        <p key={one.text} className="text-sm">
          {text(one)}
        </p>
      ))}
      <Estimates report={report} isBrief />
      {isUnderWay ? null : (
        <section className="flex flex-col gap-2">
          <h3 className="font-medium text-sm">{t("plan")}</h3>
          <PlanPreview label={t("plan")} steps={plan.steps} />
        </section>
      )}
    </div>
  );
}

function portOf(topology: Topology): string {
  return String(topology.hosts[0]?.members[0]?.port ?? 3306);
}

function useSteps(current: Step): WizardStep[] {
  const t = useTranslations("vip.wizard.step");
  const words = useTranslations("wizard");
  const at = order.indexOf(current);
  return order.map((id, index) => {
    const state = index < at ? "done" : index === at ? "current" : "upcoming";
    return { id, label: t(id), state, stateLabel: words(state) };
  });
}
