"use client";

import { operationKinds } from "@primacy/contract";
import { Link, PageHeader, WizardLayout, type WizardStep } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { api } from "../../client/api";
import { findResult } from "../../client/use-result";
import { type Starter, useStarter } from "../../client/use-started";
import { DiscoveryStep } from "./discovery-step";
import { RegisterStep } from "./register-step";
import { emptySeed, type SeedDraft, SeedStep } from "./seed-step";

const order = ["seed", "discovery", "register"] as const;
type Step = (typeof order)[number];
const consequence = {
  seed: "consequenceSeed",
  discovery: "consequenceDiscovery",
  register: "consequenceRegister",
} as const;

/** What a step draws into the wizard. */
export interface StepParts {
  readonly body: ReactNode;
  readonly footer: ReactNode;
}

/** Registers a group: name a member, see what is there and the SQL, register. */
export function RegisterCluster(): ReactNode {
  const t = useTranslations("cluster.register");
  const frame = useTranslations("frame");
  const [seed, setSeed] = useState<SeedDraft>(emptySeed);
  const discovering = useStarter();
  const registering = useStarter();
  const discovery = findResult(operationKinds["cluster.discover"].result, discovering.operation);
  const step: Step =
    registering.operation !== undefined ? "register" : discovery !== null ? "discovery" : "seed";
  const steps = useSteps(step);
  const connection = {
    address: seed.address.trim(),
    port: Number(seed.port),
    user: seed.user.trim(),
    password: seed.password,
  };
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
  const content = (): ReactNode => {
    if (step === "register")
      return (
        <RegisterStep registering={registering} onBack={() => registering.reset()}>
          {wizard}
        </RegisterStep>
      );
    if (discovery === null) {
      const discover = (): void => discovering.start(() => api.call("discoverCluster", { body: connection }));
      return (
        <SeedStep draft={seed} onChange={setSeed} discovering={discovering} onDiscover={discover}>
          {wizard}
        </SeedStep>
      );
    }
    return (
      <DiscoveryStep
        discovery={discovery}
        registering={registering}
        onBack={() => discovering.reset()}
        onRegister={(name, keepCredentials) =>
          register(registering, { ...connection, name, keepCredentials })
        }
      >
        {wizard}
      </DiscoveryStep>
    );
  };
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={t("title")}
        sentence={t("intro")}
        parent={<Link href="/">{frame("clusters")}</Link>}
      />
      {content()}
    </div>
  );
}

function register(
  registering: Starter,
  body: {
    address: string;
    port: number;
    user: string;
    password: string;
    name: string;
    keepCredentials: boolean;
  },
): void {
  registering.start(() => api.call("registerCluster", { body }));
}

function useSteps(current: Step): WizardStep[] {
  const t = useTranslations("cluster.register.step");
  const words = useTranslations("wizard");
  const at = order.indexOf(current);
  return order.map((id, index) => {
    const state = index < at ? "done" : index === at ? "current" : "upcoming";
    return { id, label: t(id), state, stateLabel: words(state) };
  });
}
