import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { type Asked, pageOf } from "../../../../../client/list-query";
import { DrillList } from "../../../../../features/drill/drill-list";
import { Preload, preload } from "../../../../../server/page/preload";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("drill"))("title") };
}

export default async function Page({
  params,
  searchParams,
}: {
  params: Promise<{ id: string }>;
  searchParams: Promise<Asked>;
}): Promise<ReactNode> {
  const { id } = await params;
  const query = pageOf(await searchParams);
  return (
    <Preload answers={[preload("listDrills", { params: { id }, query })]}>
      <DrillList clusterId={id} />
    </Preload>
  );
}
