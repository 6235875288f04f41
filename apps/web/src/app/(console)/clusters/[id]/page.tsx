import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { lastEvents } from "../../../../features/event/event-queries";
import { latestOnly } from "../../../../features/incident/incident-queries";
import { TopologyPage } from "../../../../features/topology/topology-page";
import { Preload, preload } from "../../../../server/page/preload";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("cluster.tab"))("topology") };
}

export default async function ClusterTopologyPage({
  params,
}: {
  params: Promise<{ id: string }>;
}): Promise<ReactNode> {
  const { id } = await params;
  return (
    <Preload
      answers={[
        preload("listEvents", { params: { id }, query: lastEvents }),
        preload("listEndpoints", { params: { id } }),
        preload("listIncidents", { params: { id }, query: latestOnly }),
      ]}
    >
      <TopologyPage clusterId={id} />
    </Preload>
  );
}
