import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { VipPage } from "../../../../../features/vip/vip-page";
import { Preload, preload } from "../../../../../server/page/preload";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("cluster.tab"))("vip") };
}

export default async function Page({ params }: { params: Promise<{ id: string }> }): Promise<ReactNode> {
  const { id } = await params;
  return (
    <Preload answers={[preload("listVips", { params: { id } })]}>
      <VipPage clusterId={id} />
    </Preload>
  );
}
