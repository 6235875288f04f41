"use client";

import { operationKinds } from "@primacy/contract";
import { Button, ButtonLink, Card } from "@primacy/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect } from "react";
import { findResult } from "../../client/use-result";
import type { Starter } from "../../client/use-started";
import { OperationProblem } from "../operation/operation-page";
import { OperationSteps } from "../operation/operation-steps";
import type { StepParts } from "./register-cluster";

/** The steps of the registration as they go. */
export function RegisterStep({
  registering,
  onBack,
  children,
}: {
  readonly registering: Starter;
  readonly onBack: () => void;
  readonly children: (parts: StepParts) => ReactNode;
}): ReactNode {
  const t = useTranslations("cluster.register");
  const common = useTranslations("common");
  const client = useQueryClient();
  const { operation } = registering;
  const result = findResult(operationKinds["cluster.register"].result, operation);
  const clusterId = result?.clusterId;
  useEffect(() => {
    if (clusterId !== undefined)
      client.invalidateQueries({ queryKey: ["listClusters"] }).catch(() => undefined);
  }, [clusterId, client]);
  const body =
    operation === undefined ? null : (
      <div className="flex flex-col gap-4">
        <OperationProblem operation={operation} />
        <Card title={t("step.register")}>
          <OperationSteps label={t("title")} steps={operation.steps} />
        </Card>
      </div>
    );
  const footer =
    clusterId !== undefined ? (
      <ButtonLink href={`/clusters/${clusterId}`} variant="primary">
        {t("open")}
      </ButtonLink>
    ) : registering.isUnderWay ? null : (
      <Button onClick={onBack}>{common("back")}</Button>
    );
  return children({ body, footer });
}
