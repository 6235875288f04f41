import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { HaproxyPage } from "../../../../../../features/proxy/haproxy-page";
import { requirePrincipal } from "../../../../../../server/auth/principal";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("proxy"))("haproxyTitle") };
}

export default async function Page({ params }: { params: Promise<{ id: string }> }): Promise<ReactNode> {
  await requirePrincipal("operator");
  return <HaproxyPage clusterId={(await params).id} />;
}
