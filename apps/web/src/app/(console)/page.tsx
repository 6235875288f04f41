import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ClusterList } from "../../features/cluster/cluster-list";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("frame"))("clusters") };
}

/** The console begins at its clusters. */
export default function HomePage(): ReactNode {
  return <ClusterList />;
}
