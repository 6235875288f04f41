"use client";

import { operationResults, type SwitchoverResult, type Topology } from "@primacy/contract";
import { ButtonLink, Card, KeyValueList, Notice } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { api } from "../../client/api";
import { Loaded } from "../../client/loaded";
import { findResult } from "../../client/use-result";
import { useTopology } from "../../client/use-topology";
import { useTopologyTexts } from "../topology/topology-texts";
import { MovePrimary } from "./move-primary";

/** Planned change of the primary: pick the member, see the pre-conditions, run, see what it took. */
export function SwitchoverPage({ clusterId }: { readonly clusterId: string }): ReactNode {
  const topology = useTopology(clusterId);
  return <Loaded query={topology}>{(value) => <Switchover topology={value} />}</Loaded>;
}

function Switchover({ topology }: { readonly topology: Topology }): ReactNode {
  const t = useTranslations("switchover");
  const params = { id: topology.clusterId };
  const present = topology.hosts.find((host) =>
    host.members.some((member) => member.memberId === topology.primaryMemberId),
  );
  return (
    <MovePrimary
      topology={topology}
      words={t}
      check={(memberId) => api.call("checkSwitchover", { params, body: { memberId } })}
      readCheck={(operation) => findResult(operationResults["switchover.check"], operation)}
      order={(memberId) =>
        api.call("switchOver", { params, body: { memberId, confirm: topology.clusterName } })
      }
      hostsOf={({ host }) => [...(present === undefined ? [] : [present.name]), host.name]}
      result={(operation) => {
        const result = findResult(operationResults.switchover, operation);
        return result === null ? null : (
          <>
            <Notice
              tone="ok"
              title={t("resultText", { to: result.toName, from: result.fromName })}
              actions={<ButtonLink href={`/clusters/${topology.clusterId}`}>{t("open")}</ButtonLink>}
            />
            <SwitchoverTimes result={result} />
          </>
        );
      }}
    />
  );
}

/** What each part of a switchover took. */
export function SwitchoverTimes({ result }: { readonly result: SwitchoverResult }): ReactNode {
  const t = useTranslations("switchover");
  const { duration } = useTopologyTexts();
  const after = (ms: number | null): string =>
    ms === null ? t("noVip") : t("after", { time: duration(ms) });
  return (
    <Card title={t("result")}>
      <KeyValueList
        items={[
          { key: "primary", label: t("time.primary"), value: after(result.primaryAfterMs) },
          { key: "released", label: t("time.released"), value: after(result.releasedAfterMs) },
          { key: "held", label: t("time.held"), value: after(result.heldAfterMs) },
          { key: "answered", label: t("time.answered"), value: after(result.answeredAfterMs) },
        ]}
      />
    </Card>
  );
}
