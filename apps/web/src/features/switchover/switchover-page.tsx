"use client";

import { operationKinds, type SwitchoverResult, type Topology } from "@primacy/contract";
import { ButtonLink, Card, type KeyValue, KeyValueList, Notice } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { api } from "../../client/api";
import { Loaded } from "../../client/loaded";
import { findResult } from "../../client/use-result";
import { useTopology } from "../../client/use-topology";
import { useTopologyTexts } from "../topology/topology-texts";
import { type DrainDraft, DrainFields, noDrain, toDrain } from "./drain-fields";
import { MovePrimary } from "./move-primary";

/** Planned change of the primary: pick the member, see the pre-conditions, run, see what it took. */
export function SwitchoverPage({ clusterId }: { readonly clusterId: string }): ReactNode {
  const topology = useTopology(clusterId);
  return <Loaded query={topology}>{(value) => <Switchover topology={value} />}</Loaded>;
}

function Switchover({ topology }: { readonly topology: Topology }): ReactNode {
  const t = useTranslations("switchover");
  const params = { id: topology.clusterId };
  const [draft, setDraft] = useState(noDrain);
  const drain = toDrain(draft);
  const present = topology.hosts.find((host) =>
    host.members.some((member) => member.memberId === topology.primaryMemberId),
  );
  return (
    <MovePrimary
      topology={topology}
      words={t}
      check={(memberId) => api.call("checkSwitchover", { params, body: { memberId, ...drain } })}
      readCheck={(operation) => findResult(operationKinds["switchover.check"].result, operation)}
      order={(memberId) =>
        api.call("switchOver", { params, body: { memberId, confirm: topology.clusterName, ...drain } })
      }
      options={(onChange) => <DrainOptions {...{ topology, draft, setDraft, onChange }} />}
      hostsOf={({ host }) => [...(present === undefined ? [] : [present.name]), host.name]}
      result={(operation) => {
        const result = findResult(operationKinds.switchover.result, operation);
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

/** Properties of {@link DrainOptions}. */
interface DrainOptionsProps {
  readonly topology: Topology;
  readonly draft: DrainDraft;
  readonly setDraft: (draft: DrainDraft) => void;
  /** An answer has changed, so that what was checked no longer counts. */
  readonly onChange: () => void;
}

/** The drain's fields, where there is an address to drain: that which follows the primary. */
export function DrainOptions({ topology, draft, setDraft, onChange }: DrainOptionsProps): ReactNode {
  if (!topology.vips.some((vip) => vip.kind === "write" && vip.isEnabled)) return null;
  const onDraft = (next: DrainDraft): void => {
    setDraft(next);
    onChange();
  };
  return <DrainFields draft={draft} onDraft={onDraft} />;
}

/** What each part of a switchover took. */
export function SwitchoverTimes({ result }: { readonly result: SwitchoverResult }): ReactNode {
  const t = useTranslations("switchover");
  const { duration } = useTopologyTexts();
  const after = (ms: number | null): string =>
    ms === null ? t("noVip") : t("after", { time: duration(ms) });
  const drained = ({ tookMs, before, left }: NonNullable<SwitchoverResult["drain"]>): KeyValue => ({
    key: "drain",
    label: t("drain.result"),
    value: t(left === 0 ? "drain.ended" : "drain.left", {
      time: duration(tookMs),
      before: String(before),
      left: String(left),
    }),
  });
  return (
    <Card title={t("result")}>
      <KeyValueList
        items={[
          ...(result.drain === undefined ? [] : [drained(result.drain)]),
          { key: "primary", label: t("time.primary"), value: after(result.primaryAfterMs) },
          { key: "released", label: t("time.released"), value: after(result.releasedAfterMs) },
          { key: "held", label: t("time.held"), value: after(result.heldAfterMs) },
          { key: "answered", label: t("time.answered"), value: after(result.answeredAfterMs) },
        ]}
      />
    </Card>
  );
}
