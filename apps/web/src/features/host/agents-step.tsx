"use client";

import type { Host, Operation } from "@primacy/contract";
import { Button, ButtonLink, Card, Checkbox, StatusPip } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { api } from "../../client/api";
import { joinSentences } from "../../client/sentences";
import { useErrorTexts } from "../../client/use-error-texts";
import { useOperation } from "../../client/use-operation";
import { OperationProblem } from "../operation/operation-page";
import { OperationSteps } from "../operation/operation-steps";
import { operationTone } from "../operation/operation-tone";
import type { StepParts } from "./add-hosts";

type Started =
  | { readonly host: Host; readonly operation: Operation }
  | { readonly host: Host; readonly refusal: string };

/** Installs the agent on every host that was added, the host operator too where that is wished, and shows each installation as it goes. */
export function AgentsStep({
  hosts,
  children,
}: {
  readonly hosts: readonly Host[];
  readonly children: (parts: StepParts) => ReactNode;
}): ReactNode {
  const t = useTranslations("host.form");
  const errorTexts = useErrorTexts();
  const [started, setStarted] = useState<readonly Started[] | null>(null);
  const [isStarting, setStarting] = useState(false);
  const [hostOperator, setHostOperator] = useState(false);
  const install = async (): Promise<void> => {
    setStarting(true);
    const all = await Promise.all(
      hosts.map(async (host): Promise<Started> => {
        try {
          const { operation } = await api.call("installAgent", {
            params: { id: host.id },
            body: { hostOperator },
          });
          return { host, operation };
        } catch (error) {
          return { host, refusal: joinSentences(errorTexts(error instanceof Error ? error : new Error())) };
        }
      }),
    );
    setStarted(all);
  };
  const body =
    started === null ? (
      <Card title={t("step.agents")}>
        <div className="flex flex-col gap-4">
          <ul className="flex flex-col gap-1 font-mono text-sm">
            {hosts.map((host) => (
              <li key={host.id}>
                {host.name} {host.address}
              </li>
            ))}
          </ul>
          <Checkbox
            label={t("operator")}
            hint={t("operatorHint")}
            checked={hostOperator}
            onCheckedChange={setHostOperator}
            disabled={isStarting}
          />
        </div>
      </Card>
    ) : (
      <div className="flex flex-col gap-4">
        <p className="text-ink-muted text-sm">{t("installing")}</p>
        {started.map((one) => (
          <Installation key={one.host.id} started={one} />
        ))}
      </div>
    );
  const footer =
    started === null ? (
      <>
        <ButtonLink href="/hosts">{t("done")}</ButtonLink>
        <Button
          variant="primary"
          loading={isStarting}
          onClick={() => {
            void install();
          }}
        >
          {t("install")}
        </Button>
      </>
    ) : (
      <ButtonLink href="/hosts" variant="primary">
        {t("done")}
      </ButtonLink>
    );
  return children({ body, footer });
}

function Installation({ started }: { readonly started: Started }): ReactNode {
  const t = useTranslations("operation.state");
  const followed = useOperation("operation" in started ? started.operation.id : null);
  if ("refusal" in started) {
    return (
      <Card title={started.host.name}>
        <p className="text-failed-ink text-sm">{started.refusal}</p>
      </Card>
    );
  }
  const operation = followed.data ?? started.operation;
  return (
    <Card
      title={started.host.name}
      actions={<StatusPip tone={operationTone[operation.state]} label={t(operation.state)} />}
    >
      <div className="flex flex-col gap-3">
        <OperationProblem operation={operation} />
        <OperationSteps label={started.host.name} steps={operation.steps} />
      </div>
    </Card>
  );
}
