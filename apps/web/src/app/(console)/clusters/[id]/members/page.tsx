import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { MembersPage } from "../../../../../features/cluster/members-page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("cluster.tab"))("members") };
}

export default async function Page({ params }: { params: Promise<{ id: string }> }): Promise<ReactNode> {
  return <MembersPage clusterId={(await params).id} />;
}
