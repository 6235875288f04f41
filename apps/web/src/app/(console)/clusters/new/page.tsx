import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { RegisterCluster } from "../../../../features/cluster/register-cluster";
import { requirePrincipal } from "../../../../server/auth/principal";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("cluster.register"))("title") };
}

export default async function NewClusterPage(): Promise<ReactNode> {
  await requirePrincipal("admin");
  return <RegisterCluster />;
}
