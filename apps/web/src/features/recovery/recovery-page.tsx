"use client";

import { operationKinds, type RecoveryCheck, type RecoveryResult, type Topology } from "@primacy/contract";
import { fenceNamespace, type SignedFence } from "@primacy/contract/agent";
import { ButtonLink, Card, CodeBlock, Field, formatInstant, Notice, Textarea } from "@primacy/ui";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { api } from "../../client/api";
import { Loaded } from "../../client/loaded";
import { findResult } from "../../client/use-result";
import { useTopology } from "../../client/use-topology";
import { AdministratorFields, nobody } from "../fix/administrator-fields";
import { MovePrimary } from "../switchover/move-primary";

/** Group recovery: pick the member to go on from, see who else could write, sign the order where one is needed, run. */
export function RecoveryPage({ clusterId }: { readonly clusterId: string }): ReactNode {
  const topology = useTopology(clusterId);
  return <Loaded query={topology}>{(value) => <Recovery topology={value} />}</Loaded>;
}

function Recovery({ topology }: { readonly topology: Topology }): ReactNode {
  const t = useTranslations("recovery");
  const [administrator, setAdministrator] = useState(nobody);
  const [signed, setSigned] = useState<SignedFence | null>(null);
  const params = { id: topology.clusterId };
  return (
    <MovePrimary
      topology={topology}
      words={t}
      mayKeepPrimary
      check={(memberId) => api.call("checkRecovery", { params, body: { memberId } })}
      readCheck={(operation) => findResult(operationKinds["recovery.check"].result, operation)}
      order={(memberId, checked) => {
        const by = administrator.user === "" ? {} : { administrator };
        return api.call("recoverCluster", {
          params,
          body: {
            memberId,
            method: checked.method,
            order: signedOf(signed, checked),
            confirm: topology.clusterName,
            ...by,
          },
        });
      }}
      hostsOf={() => topology.hosts.flatMap((host) => (host.members.length === 0 ? [] : [host.name]))}
      fields={({ needsAccount, order }) => (
        <>
          {order === null ? null : (
            <OrderCard
              order={order}
              signature={signed?.text === order.text ? signed.signature : ""}
              onSignature={(signature) =>
                setSigned(signature === "" ? null : { text: order.text, signature })
              }
            />
          )}
          <Card>
            <AdministratorFields
              account={administrator}
              onAccount={setAdministrator}
              text={t(needsAccount ? "accountText" : "accountTextKept")}
              isRequired={needsAccount}
            />
          </Card>
        </>
      )}
      result={(operation) => {
        const result = findResult(operationKinds.recovery.result, operation);
        return result === null ? null : <Result result={result} clusterId={topology.clusterId} />;
      }}
    />
  );
}

/** A signature counts for the order that is shown: one of an older order is none. */
function signedOf(signed: SignedFence | null, { order }: RecoveryCheck): SignedFence | null {
  return order !== null && signed?.text === order.text ? signed : null;
}

/** The order that an operator signs: what it says, how it is signed, and its signature. */
function OrderCard({
  order,
  signature,
  onSignature,
}: {
  readonly order: NonNullable<RecoveryCheck["order"]>;
  readonly signature: string;
  readonly onSignature: (signature: string) => void;
}): ReactNode {
  const t = useTranslations("recovery");
  const locale = useLocale();
  const hosts = order.hosts.join(", ");
  const { text: until } = formatInstant(Date.parse(order.notAfter), {
    locale,
    nowMs: Date.now(),
    precision: "minute",
  });
  const command = `cat > order.txt <<'END'\n${order.text}END\nrm -f order.txt.sig && ssh-keygen -Y sign -n ${fenceNamespace} -f ~/.ssh/id_ed25519 order.txt && cat order.txt.sig`;
  return (
    <Card title={t("order", { hosts })} description={t("orderText", { until })}>
      <div className="flex flex-col gap-4">
        <CodeBlock code={command} title={t("command")} copyLabel={t("copyCommand")} />
        <Field label={t("signature")} hint={t("signatureHint")} required>
          <Textarea
            mono
            rows={7}
            spellCheck={false}
            autoComplete="off"
            value={signature}
            onChange={(event) => onSignature(event.target.value)}
          />
        </Field>
      </div>
    </Card>
  );
}

function Result({
  result,
  clusterId,
}: {
  readonly result: RecoveryResult;
  readonly clusterId: string;
}): ReactNode {
  const t = useTranslations("recovery");
  const { name, onlineCount, holderHostName } = result;
  return (
    <Notice
      tone="ok"
      title={t("resultText", { name, count: String(onlineCount) })}
      actions={<ButtonLink href={`/clusters/${clusterId}/members`}>{t("open")}</ButtonLink>}
    >
      {holderHostName === null ? t("resultNext") : t("resultHolder", { host: holderHostName })}
    </Notice>
  );
}
