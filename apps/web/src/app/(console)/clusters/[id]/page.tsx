import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { TopologyPage } from "../../../../features/topology/topology-page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("cluster.tab"))("topology") };
}

export default async function ClusterTopologyPage({
  params,
}: {
  params: Promise<{ id: string }>;
}): Promise<ReactNode> {
  return <TopologyPage clusterId={(await params).id} />;
}
