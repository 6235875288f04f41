"use client";

import { operationKinds, type RestartResult, type Topology } from "@primacy/contract";
import { ButtonLink, Card, KeyValueList, Notice } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { api } from "../../client/api";
import { Loaded } from "../../client/loaded";
import { findResult } from "../../client/use-result";
import { useTopology } from "../../client/use-topology";
import { AdministratorFields, nobody } from "../fix/administrator-fields";
import { noDrain, toDrain } from "../switchover/drain-fields";
import { MovePrimary } from "../switchover/move-primary";
import { DrainOptions, SwitchoverTimes } from "../switchover/switchover-page";
import { useTopologyTexts } from "../topology/topology-texts";

/** Rolling restart: pick the next primary, see the pre-conditions, run, see what each server took. */
export function RestartPage({ clusterId }: { readonly clusterId: string }): ReactNode {
  const topology = useTopology(clusterId);
  return <Loaded query={topology}>{(value) => <Restart topology={value} />}</Loaded>;
}

function Restart({ topology }: { readonly topology: Topology }): ReactNode {
  const t = useTranslations("restart");
  const [administrator, setAdministrator] = useState(nobody);
  const [draft, setDraft] = useState(noDrain);
  const drain = toDrain(draft);
  const params = { id: topology.clusterId };
  return (
    <MovePrimary
      topology={topology}
      words={t}
      check={(memberId) => api.call("checkRestart", { params, body: { memberId, ...drain } })}
      readCheck={(operation) => findResult(operationKinds["restart.check"].result, operation)}
      order={(memberId) => {
        const by = administrator.user === "" ? {} : { administrator };
        return api.call("restartCluster", {
          params,
          body: { memberId, confirm: topology.clusterName, ...drain, ...by },
        });
      }}
      options={(onChange) => <DrainOptions {...{ topology, draft, setDraft, onChange }} />}
      hostsOf={() => topology.hosts.flatMap((host) => (host.members.length === 0 ? [] : [host.name]))}
      fields={({ needsAccount }) => (
        <Card>
          <AdministratorFields
            account={administrator}
            onAccount={setAdministrator}
            text={t(needsAccount ? "accountText" : "accountTextKept")}
            isRequired={needsAccount}
          />
        </Card>
      )}
      result={(operation) => {
        const result = findResult(operationKinds.restart.result, operation);
        return result === null ? null : <Result result={result} clusterId={topology.clusterId} />;
      }}
    />
  );
}

function Result({
  result,
  clusterId,
}: {
  readonly result: RestartResult;
  readonly clusterId: string;
}): ReactNode {
  const t = useTranslations("restart");
  const { duration } = useTopologyTexts();
  return (
    <>
      <Notice
        tone="ok"
        title={t("resultText", { count: String(result.members.length) })}
        actions={<ButtonLink href={`/clusters/${clusterId}`}>{t("open")}</ButtonLink>}
      />
      <Card title={t("result")}>
        <KeyValueList
          items={result.members.map(({ memberId, name, onlineAfterMs }) => ({
            key: memberId,
            label: name,
            value:
              onlineAfterMs === null ? t("untimed") : t("onlineAfter", { time: duration(onlineAfterMs) }),
          }))}
        />
      </Card>
      {result.switchover === null ? null : <SwitchoverTimes result={result.switchover} />}
    </>
  );
}
