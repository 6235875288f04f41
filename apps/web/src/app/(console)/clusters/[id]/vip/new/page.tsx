import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { VipWizard } from "../../../../../../features/vip/vip-wizard";
import { requirePrincipal } from "../../../../../../server/auth/principal";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("vip.wizard"))("title") };
}

export default async function Page({ params }: { params: Promise<{ id: string }> }): Promise<ReactNode> {
  await requirePrincipal("operator");
  return <VipWizard clusterId={(await params).id} />;
}
