import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ProxiesPage } from "../../../../../features/proxy/proxies-page";
import { Preload, preload } from "../../../../../server/page/preload";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("proxy"))("title") };
}

export default async function Page({ params }: { params: Promise<{ id: string }> }): Promise<ReactNode> {
  const { id } = await params;
  return (
    <Preload
      answers={[preload("listProxies", { params: { id } }), preload("listMigrations", { params: { id } })]}
    >
      <ProxiesPage clusterId={id} />
    </Preload>
  );
}
