import type { ReactNode } from "react";
import { ClusterFrame } from "../../../../features/cluster/cluster-frame";
import { Preload, preload } from "../../../../server/page/preload";

/** The head and tabs around every page of a cluster. */
export default async function ClusterLayout({
  params,
  children,
}: {
  params: Promise<{ id: string }>;
  children: ReactNode;
}): Promise<ReactNode> {
  const { id } = await params;
  return (
    <Preload
      answers={[preload("getCluster", { params: { id } }), preload("getTopology", { params: { id } })]}
    >
      <ClusterFrame id={id}>{children}</ClusterFrame>
    </Preload>
  );
}
