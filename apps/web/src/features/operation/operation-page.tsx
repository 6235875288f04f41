"use client";

import { CheckedPlan, isFinished, type Operation } from "@primacy/contract";
import { Button, Card, CodeBlock, KeyValueList, Link, Notice, PageHeader } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Loaded } from "../../client/loaded";
import { Moment } from "../../client/moment";
import { useApiChange } from "../../client/use-api";
import { useMessageText } from "../../client/use-locale";
import { useOperation } from "../../client/use-operation";
import { useOperationLog } from "../../client/use-operation-log";
import { findResult } from "../../client/use-result";
import { useMay } from "../../frame/principal-context";
import { CheckReportView } from "../vip/check-report";
import { OperationOutcome } from "./operation-outcome";
import { OperationSteps } from "./operation-steps";

/** One operation: its steps as they go, why it failed, what was undone, what its checks found, and its log. */
export function OperationPage({ id }: { readonly id: string }): ReactNode {
  return <Loaded query={useOperation(id)}>{(operation) => <OperationView operation={operation} />}</Loaded>;
}

function OperationView({ operation }: { readonly operation: Operation }): ReactNode {
  const t = useTranslations("operation");
  const text = useMessageText();
  const mayCancel = useMay("operator") && !isFinished(operation.state);
  const cancel = useApiChange("cancelOperation", { invalidates: ["listOperations"] });
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={text(operation.title)}
        parent={<Link href="/operations">{t("all")}</Link>}
        badges={<OperationOutcome operation={operation} />}
        actions={
          mayCancel ? (
            <Button
              loading={cancel.isPending || operation.isCancelRequested}
              onClick={() => cancel.mutate({ params: { id: operation.id } })}
            >
              {t("cancel")}
            </Button>
          ) : undefined
        }
      />
      <OperationProblem operation={operation} />
      <Found operation={operation} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Card title={t("steps")}>
          <OperationSteps label={text(operation.title)} steps={operation.steps} />
        </Card>
        <Card title={t("about")}>
          <Facts operation={operation} />
        </Card>
      </div>
      <Log operation={operation} />
    </div>
  );
}

/** What the checks of one that only looked found. */
function Found({ operation }: { readonly operation: Operation }): ReactNode {
  const checked = findResult(CheckedPlan, operation);
  return checked === null ? null : <CheckReportView report={checked.report} hosts={[]} />;
}

/** Why it failed, all reasons at once. */
export function OperationProblem({ operation }: { readonly operation: Operation }): ReactNode {
  const t = useTranslations("operation");
  const text = useMessageText();
  const { problem } = operation;
  if (problem === null) return null;
  return (
    <Notice tone={operation.state === "undone" ? "warning" : "failed"} title={text(problem.message)}>
      {operation.state === "undone" ? <p>{t("wasUndone")}</p> : null}
      {problem.errors.length === 0 ? null : (
        <ul className="mt-1 list-disc ps-5">
          {problem.errors.map((one) => (
            <li key={`${one.path} ${one.message.text}`}>{text(one.message)}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

function Facts({ operation }: { readonly operation: Operation }): ReactNode {
  const t = useTranslations("operation");
  return (
    <KeyValueList
      items={[
        { key: "by", label: t("by"), value: operation.requestedBy },
        ...(operation.clusterName === null
          ? []
          : [{ key: "cluster", label: t("cluster"), value: operation.clusterName }]),
        ...(operation.hostName === null
          ? []
          : [{ key: "host", label: t("host"), value: operation.hostName }]),
        { key: "when", label: t("when"), value: <Moment at={operation.createdAt} /> },
        {
          key: "finished",
          label: t("finished"),
          value: operation.finishedAt === null ? "–" : <Moment at={operation.finishedAt} />,
        },
        { key: "id", label: "ID", value: operation.id, mono: true },
      ]}
    />
  );
}

function Log({ operation }: { readonly operation: Operation }): ReactNode {
  const t = useTranslations("operation");
  const text = useMessageText();
  const log = useOperationLog(operation);
  return (
    <Card title={t("log")}>
      <Loaded query={log}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-ink-muted text-sm">{t("logEmpty")}</p>
          ) : (
            <CodeBlock
              wraps
              code={items
                .map((line) => `${line.at}  ${line.level.padEnd(7)}  ${text(line.message)}`)
                .join("\n")}
            />
          )
        }
      </Loaded>
    </Card>
  );
}
