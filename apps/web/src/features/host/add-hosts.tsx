"use client";

import type { Host } from "@primacy/contract";
import { Link, PageHeader, WizardLayout, type WizardStep } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { AgentsStep } from "./agents-step";
import { EnterStep } from "./enter-step";
import { type CredentialDraft, emptyCredential, type HostRow } from "./host-draft";
import { KeysStep } from "./keys-step";

const order = ["enter", "keys", "agents"] as const;
type Step = (typeof order)[number];

/** What a step draws into the wizard: its form, and its buttons. */
export interface StepParts {
  readonly body: ReactNode;
  readonly footer: ReactNode;
}

/** Adds one or many hosts: enter them, compare their keys, install their agents. */
export function AddHosts(): ReactNode {
  const t = useTranslations("host.form");
  const hosts = useTranslations("host");
  const [step, setStep] = useState<Step>("enter");
  const [rows, setRows] = useState<readonly HostRow[]>([{ key: 0, name: "", address: "" }]);
  const [credential, setCredential] = useState<CredentialDraft>(emptyCredential);
  const [added, setAdded] = useState<readonly Host[]>([]);
  const steps = useSteps(step);
  const wizard = (parts: StepParts): ReactNode => (
    <WizardLayout
      stepsLabel={t("title")}
      steps={steps}
      consequenceTitle={t("consequenceTitle")}
      consequence={<p className="text-ink-muted text-sm">{t(consequence[step])}</p>}
      footer={parts.footer}
    >
      {parts.body}
    </WizardLayout>
  );
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={t("title")}
        sentence={t("intro")}
        parent={<Link href="/hosts">{hosts("title")}</Link>}
      />
      {step === "enter" ? (
        <EnterStep
          rows={rows}
          credential={credential}
          onRows={setRows}
          onCredential={setCredential}
          onNext={() => setStep("keys")}
        >
          {wizard}
        </EnterStep>
      ) : step === "keys" ? (
        <KeysStep
          rows={rows}
          credential={credential}
          onBack={() => setStep("enter")}
          onAdded={(made) => {
            setAdded(made);
            setStep("agents");
          }}
        >
          {wizard}
        </KeysStep>
      ) : (
        <AgentsStep hosts={added}>{wizard}</AgentsStep>
      )}
    </div>
  );
}

const consequence = {
  enter: "consequenceEnter",
  keys: "consequenceKeys",
  agents: "consequenceAgents",
} as const;

function useSteps(current: Step): WizardStep[] {
  const t = useTranslations("host.form.step");
  const words = useTranslations("wizard");
  const at = order.indexOf(current);
  return order.map((id, index) => {
    const state = index < at ? "done" : index === at ? "current" : "upcoming";
    return { id, label: t(id), state, stateLabel: words(state) };
  });
}
