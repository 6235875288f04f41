"use client";

import { isFinished, operationResults, type VipProof } from "@primacy/contract";
import { Button, ButtonLink, Card, FormErrorSummary, StatusPip } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { generalErrors } from "../../client/problem-text";
import { useReaderLocale } from "../../client/use-locale";
import { findResult } from "../../client/use-result";
import type { Starter } from "../../client/use-started";
import { OperationProblem } from "../operation/operation-page";
import { OperationSteps } from "../operation/operation-steps";
import { useTopologyTexts } from "../topology/topology-texts";
import type { StepParts } from "./vip-wizard";

/** The same list as in the plan, ticking; at its end the proof, or what failed and that it was undone. */
export function ApplyStep({
  clusterId,
  applying,
  onBack,
  children,
}: {
  readonly clusterId: string;
  readonly applying: Starter;
  readonly onBack: () => void;
  readonly children: (parts: StepParts) => ReactNode;
}): ReactNode {
  const t = useTranslations("vip.wizard");
  const common = useTranslations("common");
  const locale = useReaderLocale();
  const { operation, problem } = applying;
  const proof = findResult(operationResults["vip.apply"], operation);
  const refusals = generalErrors(problem, [], locale);
  const hasEnded = refusals.length > 0 || (operation !== undefined && isFinished(operation.state));
  const body = (
    <div className="flex flex-col gap-4">
      {refusals.length === 0 ? null : (
        <FormErrorSummary title={t("failed")} problems={refusals.map((message) => ({ message }))} />
      )}
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
    ) : hasEnded ? (
      <Button onClick={onBack}>{common("back")}</Button>
    ) : null;
  return children({ body, footer });
}

/** How it was proved that the address is where it belongs. */
export function Proof({ proof }: { readonly proof: VipProof }): ReactNode {
  const t = useTranslations("vip.wizard");
  const { duration } = useTopologyTexts();
  const lines = [
    t("proofHeld", { host: proof.holderHostName }),
    ...(proof.macs.length === 0
      ? []
      : [t("proofWire", { macs: proof.macs.join(", "), hosts: proof.askedBy.join(", ") })]),
    t("proofWrite", { server: proof.holderHostName }),
    t("proofTime", { time: duration(proof.heldAfterMs) }),
  ];
  return (
    <Card title={t("proof")}>
      <ul className="flex flex-col gap-1.5 text-sm">
        {lines.map((line) => (
          <li key={line}>
            <StatusPip tone="ok" label={line} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
