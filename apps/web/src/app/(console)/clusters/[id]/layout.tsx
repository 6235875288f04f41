import type { ReactNode } from "react";
import { ClusterFrame } from "../../../../features/cluster/cluster-frame";

/** The head and tabs around every page of a cluster. */
export default async function ClusterLayout({
  params,
  children,
}: {
  params: Promise<{ id: string }>;
  children: ReactNode;
}): Promise<ReactNode> {
  return <ClusterFrame id={(await params).id}>{children}</ClusterFrame>;
}
