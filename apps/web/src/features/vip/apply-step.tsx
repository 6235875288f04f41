"use client";

import { operationKinds, type VipProof } from "@primacy/contract";
import { Button, ButtonLink, Card, FormErrorSummary, StatusPip } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useErrorTexts } from "../../client/use-error-texts";
import { findResult } from "../../client/use-result";
import type { Starter } from "../../client/use-started";
import { OperationProblem } from "../operation/operation-page";
import { OperationSteps } from "../operation/operation-steps";
import { useTopologyTexts } from "../topology/topology-texts";
import { listProof } from "./vip-proof";
import type { StepParts } from "./vip-wizard";

/** The same list as in the plan, ticking; at its end the proof, or what failed and that it was undone. */
export function ApplyStep({
  clusterId,
  applying,
  onBack,
  onAgain,
  children,
}: {
  readonly clusterId: string;
  readonly applying: Starter;
  readonly onBack: () => void;
  readonly onAgain: () => void;
  readonly children: (parts: StepParts) => ReactNode;
}): ReactNode {
  const t = useTranslations("vip.wizard");
  const common = useTranslations("common");
  const { operation, error } = applying;
  const proof = findResult(operationKinds["vip.apply"].result, operation);
  const refusals = useErrorTexts()(error);
  const body = (
    <div className="flex flex-col gap-4">
      {refusals.length === 0 ? null : (
        <FormErrorSummary title={t("failed")} problems={refusals.map((message) => ({ message }))} />
      )}
      {applying.isStarting ? <StatusPip tone="busy" label={t("applying")} /> : null}
      {operation === undefined ? null : <OperationProblem operation={operation} />}
      {proof === null ? null : <Proof proof={proof} />}
      {operation === undefined ? null : (
        <Card title={t("applying")}>
          <OperationSteps label={t("applying")} steps={operation.steps} />
        </Card>
      )}
    </div>
  );
  const footer =
    proof !== null ? (
      <ButtonLink href={`/clusters/${clusterId}`} variant="primary">
        {t("open")}
      </ButtonLink>
    ) : applying.isUnderWay ? null : (
      <>
        <Button onClick={onBack}>{common("back")}</Button>
        {error === null ? null : (
          <Button variant="primary" onClick={onAgain}>
            {common("retry")}
          </Button>
        )}
      </>
    );
  return children({ body, footer });
}

/** How it was proved that the address is where it belongs, and who could not be asked. */
export function Proof({ proof }: { readonly proof: VipProof }): ReactNode {
  const t = useTranslations("vip.wizard");
  const { duration, marks } = useTopologyTexts();
  return (
    <Card title={t("proof")}>
      <ul className="flex flex-col gap-1.5 text-sm">
        {listProof(proof, duration, marks).map(({ tone, code, params }) => (
          <li key={code}>
            <StatusPip tone={tone} label={t(code, params)} asWritten={code === "proofWire"} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
