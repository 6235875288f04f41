import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ClusterList } from "../../features/cluster/cluster-list";
import { Preload, preload } from "../../server/page/preload";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("frame"))("clusters") };
}

/** The console begins at its clusters. */
export default function HomePage(): ReactNode {
  return (
    <Preload answers={[preload("listHosts", { query: { limit: 1 } })]}>
      <ClusterList />
    </Preload>
  );
}
