"use client";

import type { Topology } from "@primacy/contract";
import { ButtonLink, Card, Link, Notice, SegmentedControl } from "@primacy/ui";
import { TopologyCanvas } from "@primacy/ui/topology";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Loaded } from "../../client/loaded";
import { useTopology } from "../../client/use-topology";
import { useMay } from "../../frame/principal-context";
import { drawRelays, listRelays } from "../endpoint/draw-relays";
import { useEndpointWords } from "../endpoint/endpoint-words";
import { useEndpoints } from "../endpoint/use-endpoints";
import { WaysCard, WaysLoading } from "../endpoint/ways-card";
import { WrongEndpoints } from "../endpoint/wrong-endpoints";
import { lastEvents } from "../event/event-queries";
import { EventTimeline } from "../event/event-timeline";
import { LatestIncident } from "../incident/latest-incident";
import { toTopologyModel } from "./topology-model";
import { TopologyPanel } from "./topology-panel";
import { TopologyTable } from "./topology-table";
import { useTopologyTexts } from "./topology-texts";
import { useTopologyPlace } from "./use-topology-place";
import { WireCard } from "./wire-card";

/** The live picture, or the same as a table, and below it what happened. */
export function TopologyPage({ clusterId }: { readonly clusterId: string }): ReactNode {
  const t = useTranslations("topology");
  const topology = useTopology(clusterId);
  return (
    <div className="flex flex-col gap-6">
      <LatestIncident clusterId={clusterId} />
      <Loaded query={topology}>{(value) => <TopologyView topology={value} />}</Loaded>
      <Card
        title={t("history")}
        actions={
          <Link href={`/clusters/${clusterId}/events`} className="text-sm">
            {t("allEvents")}
          </Link>
        }
      >
        <EventTimeline clusterId={clusterId} query={lastEvents} />
      </Card>
    </div>
  );
}

function TopologyView({ topology }: { readonly topology: Topology }): ReactNode {
  const t = useTranslations("topology");
  const recovery = useTranslations("recovery");
  const mayOperate = useMay("operator");
  const texts = useTopologyTexts();
  const place = useTopologyPlace();
  const { isTable, selected, select } = place;
  const words = useEndpointWords();
  const { endpoints, query } = useEndpoints(topology.clusterId);
  return (
    <div className="flex flex-col gap-3">
      {mayOperate && topology.hasMajority === false ? (
        <Notice
          tone="failed"
          title={recovery("lost")}
          actions={
            <ButtonLink href={`/clusters/${topology.clusterId}/recovery`}>{recovery("title")}</ButtonLink>
          }
        >
          {recovery("lostText")}
        </Notice>
      ) : null}
      <WrongEndpoints endpoints={endpoints ?? []} />
      <div className="self-end">
        <SegmentedControl
          label={t("view")}
          value={isTable ? "table" : "picture"}
          onValueChange={(view) => place.showTable(view === "table")}
          segments={[
            { value: "picture", label: t("picture") },
            { value: "table", label: t("table") },
          ]}
        />
      </div>
      {isTable ? (
        <TopologyTable topology={topology} place={place} />
      ) : (
        <TopologyCanvas
          {...drawRelays(toTopologyModel(topology, texts), endpoints ?? [], topology, words)}
          label={t("label", { name: topology.clusterName })}
          onSelect={select}
          {...(selected === null ? {} : { selected })}
        />
      )}
      <WireCard topology={topology} />
      {endpoints === null ? (
        <WaysLoading query={query} />
      ) : (
        <WaysCard clusterId={topology.clusterId} endpoints={endpoints} />
      )}
      <TopologyPanel
        topology={topology}
        relays={listRelays(endpoints ?? [])}
        selection={selected}
        onClose={() => select(null)}
      />
    </div>
  );
}
