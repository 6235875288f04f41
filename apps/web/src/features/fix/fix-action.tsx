"use client";

import { type AdministratorAccount, fixVariables, isFinished, type OfferedFix } from "@primacy/contract";
import { Button, Dialog, FormErrorSummary, Notice } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useId, useState } from "react";
import { api } from "../../client/api";
import { fieldErrors } from "../../client/problem-text";
import { useErrorTexts } from "../../client/use-error-texts";
import { useMessageText, useReaderLocale } from "../../client/use-locale";
import { type Starter, useStarter } from "../../client/use-started";
import { useMay } from "../../frame/principal-context";
import { OperationProblem } from "../operation/operation-page";
import { OperationSteps } from "../operation/operation-steps";
import { PlanPreview } from "../operation/plan-preview";
import { AdministratorFields, nobody } from "./administrator-fields";

/** Properties of {@link FixAction}. */
interface FixActionProps {
  readonly clusterId: string;
  readonly offered: OfferedFix;
  /** Looks at the members again: after it was done, or was refused since they changed. */
  readonly onAgain: () => void;
}

/** The button of a fix, and behind it the plan, what it means, and its steps as they go. */
export function FixAction({ clusterId, offered, onAgain }: FixActionProps): ReactNode {
  const t = useTranslations("vip.wizard.fix");
  const common = useTranslations("common");
  const mayOperate = useMay("operator");
  const [isOpen, setOpen] = useState(false);
  const [account, setAccount] = useState(nobody);
  const applying = useStarter();
  const formId = useId();
  if (!mayOperate) return null;
  const { operation } = applying;
  const isDone = operation?.state === "succeeded";
  const isOver = operation !== undefined && isFinished(operation.state);
  const close = (): void => {
    setOpen(false);
    setAccount(nobody);
    applying.reset();
  };
  const closeAndLook = (): void => {
    close();
    onAgain();
  };
  const params = { id: clusterId };
  const by = offered.needsAccount ? { administrator: account } : {};
  const apply = (): void =>
    applying.start(() =>
      api.call("applyFix", { params, body: { fix: offered.fix, basis: offered.basis, ...by } }),
    );
  const restore = (operationId: string): void =>
    applying.start(() => api.call("restoreFix", { params, body: { operationId, ...by } }));
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {t("button")}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={(next) => (next ? setOpen(true) : isDone ? closeAndLook() : close())}
        title={t("title", { variables: fixVariables[offered.fix].join(", ") })}
        description={t("text")}
        footer={
          isOver ? (
            <>
              {isDone && operation.kind === "fix.apply" ? (
                <Button onClick={() => restore(operation.id)}>{t("restore")}</Button>
              ) : null}
              {isDone ? null : (
                <Button variant="ghost" onClick={close}>
                  {common("close")}
                </Button>
              )}
              <Button variant="primary" onClick={closeAndLook}>
                {t("checkAgain")}
              </Button>
            </>
          ) : (
            <>
              <Button variant="ghost" onClick={close}>
                {common("cancel")}
              </Button>
              <Button variant="primary" type="submit" form={formId} loading={applying.isUnderWay}>
                {t("apply")}
              </Button>
            </>
          )
        }
      >
        {operation === undefined ? (
          <FixForm
            id={formId}
            offered={offered}
            applying={applying}
            account={account}
            onAccount={setAccount}
            onApply={apply}
          />
        ) : (
          <div className="flex flex-col gap-4">
            <OperationProblem operation={operation} />
            {isDone ? (
              <Notice tone="ok" title={t(operation.kind === "fix.apply" ? "done" : "restored")}>
                {operation.kind === "fix.apply" ? t("doneText") : null}
              </Notice>
            ) : null}
            <OperationSteps label={t("running")} steps={operation.steps} />
          </div>
        )}
      </Dialog>
    </>
  );
}

/** What will be done and what it means; and who does it, where no administrator's account was kept. */
function FixForm({
  id,
  offered,
  applying,
  account,
  onAccount,
  onApply,
}: {
  readonly id: string;
  readonly offered: OfferedFix;
  readonly applying: Starter;
  readonly account: AdministratorAccount;
  readonly onAccount: (account: AdministratorAccount) => void;
  readonly onApply: () => void;
}): ReactNode {
  const t = useTranslations("vip.wizard.fix");
  const text = useMessageText();
  const locale = useReaderLocale();
  const fields = ["/administrator/user", "/administrator/password"];
  const refusals = useErrorTexts()(applying.error, fields);
  const { needsAccount, plan } = offered;
  return (
    <form
      id={id}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        // It may stand in a dialog with a form of its own, which React would submit too.
        event.stopPropagation();
        onApply();
      }}
    >
      {refusals.length === 0 ? null : (
        <FormErrorSummary title={t("refused")} problems={refusals.map((message) => ({ message }))} />
      )}
      {plan.consequences.map((one) => (
        <p key={one.code}>{text(one)}</p>
      ))}
      <PlanPreview label={t("plan")} steps={plan.steps} />
      {needsAccount ? (
        <AdministratorFields
          account={account}
          onAccount={onAccount}
          text={t("accountText")}
          errorsOf={(path) => fieldErrors(applying.problem, path, locale)}
        />
      ) : null}
    </form>
  );
}
