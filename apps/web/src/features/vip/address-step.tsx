"use client";

import type { CheckedPlan, Topology } from "@primacy/contract";
import { Button, Card, Field, FormErrorSummary, Input, StatusPip, WholeEnd } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useErrorTexts } from "../../client/use-error-texts";
import type { Starter } from "../../client/use-started";
import { OperationProblem } from "../operation/operation-page";
import { findWriteVip } from "../topology/vip-kinds";
import { ReportSummary } from "./check-report";
import { ConnectionPolicyField } from "./connection-policy-field";
import { PluginGuardField } from "./plugin-guard-field";
import { PluginRestartsField } from "./plugin-restarts-field";
import { ProviderField } from "./provider-field";
import { ProxiesCard, proxyPointers } from "./proxies-card";
import type { ProxiesDraft } from "./proxies-draft";
import { ReadRulesFields, readRulesPointers } from "./read-rules-fields";
import { useVipErrors } from "./use-vip-errors";
import { VipAddressFields } from "./vip-address-fields";
import { networkOf, type VipDraft } from "./vip-draft";
import { VipKindField } from "./vip-kind-field";
import type { StepParts } from "./vip-wizard";

const fields = [
  "/kind",
  "/provider",
  "/restarts",
  "/guard",
  "/address",
  "/prefixLength",
  "/port",
  ...readRulesPointers,
  ...proxyPointers,
];

/** Properties of {@link AddressStep}. */
interface AddressStepProps {
  readonly topology: Topology;
  readonly draft: VipDraft;
  /** The body that the form makes, which is what the checks are about. */
  readonly question: object;
  readonly onChange: (draft: VipDraft) => void;
  readonly proxies: ProxiesDraft;
  readonly onProxies: (proxies: ProxiesDraft) => void;
  readonly checking: Starter;
  readonly checked: CheckedPlan | null;
  readonly onNext: () => void;
  readonly onAgain: () => void;
  readonly children: (parts: StepParts) => ReactNode;
}

/** What the address leads to, the address itself, and what it goes by; the checks run while they are typed. */
export function AddressStep({
  topology,
  draft,
  question,
  onChange,
  proxies,
  onProxies,
  checking,
  checked,
  onNext,
  onAgain,
  children,
}: AddressStepProps): ReactNode {
  const t = useTranslations("vip");
  const common = useTranslations("common");
  const { problem, operation } = checking;
  const { errors, tell } = useVipErrors(draft, question, { problem, report: checked?.report ?? null });
  const network = networkOf(topology, draft.prefixLength);
  const general = useErrorTexts()(checking.error, fields);
  // The plugin has no say in what becomes of connections, and nothing is predicted for it.
  const isOfAgent = draft.provider === "agent";
  const body = (
    <form
      id="vip-address"
      className="flex flex-col gap-4"
      onBlur={tell}
      onSubmit={(event) => {
        event.preventDefault();
        onNext();
      }}
    >
      {general.length === 0 ? null : (
        <FormErrorSummary title={t("wizard.failed")} problems={general.map((message) => ({ message }))} />
      )}
      {operation === undefined ? null : <OperationProblem operation={operation} />}
      <Card title={t("wizard.title")} description={t("wizard.intro")}>
        <div className="flex flex-col gap-5">
          <VipKindField
            value={draft.kind}
            clusterName={topology.clusterName}
            writeAddress={findWriteVip(topology.vips)?.address ?? null}
            errors={errors("/kind")}
            onChange={(kind) => onChange({ ...draft, kind })}
          />
          <VipAddressFields draft={draft} network={network} errors={errors} onChange={onChange} />
          {draft.kind === "write" ? null : (
            <ReadRulesFields
              value={draft.reads}
              hosts={topology.hosts.flatMap(({ hostId, name }) =>
                hostId === null ? [] : [{ hostId, name }],
              )}
              errors={errors}
              onChange={(reads) => onChange({ ...draft, reads })}
            />
          )}
          <ProviderField
            value={draft.provider}
            kind={draft.kind}
            vips={topology.vips}
            errors={errors("/provider")}
            onChange={(provider) => onChange({ ...draft, provider })}
          />
          {isOfAgent ? (
            <ConnectionPolicyField
              value={draft.onRelease}
              onChange={(onRelease) => onChange({ ...draft, onRelease })}
            />
          ) : (
            <>
              <PluginRestartsField
                value={draft.hasRestarts}
                errors={errors("/restarts")}
                onChange={(hasRestarts) => onChange({ ...draft, hasRestarts })}
              />
              <PluginGuardField
                value={draft.isGuarded}
                errors={errors("/guard")}
                onChange={(isGuarded) => onChange({ ...draft, isGuarded })}
              />
            </>
          )}
        </div>
      </Card>
      <Card title={t("wizard.nics")} description={t("wizard.nicHint")}>
        <div className="grid gap-4 sm:grid-cols-3">
          {[...topology.hosts]
            .sort((a, b) => a.order - b.order)
            .flatMap((host) =>
              host.hostId === null
                ? []
                : [
                    <Nic
                      key={host.hostId}
                      name={host.name}
                      detected={host.nic}
                      value={draft.nics[host.hostId] ?? ""}
                      errors={errors(`/nics/${host.hostId}`)}
                      onChange={(nic) =>
                        onChange({ ...draft, nics: { ...draft.nics, [host.hostId ?? ""]: nic } })
                      }
                    />,
                  ],
            )}
        </div>
      </Card>
      {draft.kind === "write" && isOfAgent ? (
        <ProxiesCard value={proxies} onChange={onProxies} errors={errors} />
      ) : null}
      <Progress checking={checking} checked={checked} />
    </form>
  );
  const isUnreachable = checking.error !== null && problem === null;
  const footer = isUnreachable ? (
    <Button variant="primary" onClick={onAgain}>
      {common("retry")}
    </Button>
  ) : (
    <Button type="submit" form="vip-address" variant="primary" disabled={operation === undefined}>
      {t("wizard.seeChecks")}
    </Button>
  );
  return children({ body, footer });
}

function Nic(props: {
  readonly name: string;
  readonly detected: string | null;
  readonly value: string;
  readonly errors: readonly string[];
  readonly onChange: (value: string) => void;
}): ReactNode {
  return (
    <Field label={<WholeEnd text={props.name} />} errors={props.errors}>
      <Input
        mono
        placeholder={props.detected ?? ""}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </Field>
  );
}

function Progress({
  checking,
  checked,
}: {
  readonly checking: Starter;
  readonly checked: CheckedPlan | null;
}): ReactNode {
  const t = useTranslations("vip.wizard");
  return (
    <div aria-live="polite" className="min-h-6 text-sm">
      {checked !== null ? (
        <ReportSummary report={checked.report} />
      ) : checking.isUnderWay ? (
        <StatusPip tone="busy" label={t("checking")} />
      ) : null}
    </div>
  );
}
