import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { type Asked, pageOf } from "../../../../../../client/list-query";
import { SeriesPage } from "../../../../../../features/drill-series/series-page";
import { Preload, preload } from "../../../../../../server/page/preload";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("drillSeries"))("series.title") };
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
    <Preload answers={[preload("listDrillSeries", { params: { id }, query })]}>
      <SeriesPage clusterId={id} />
    </Preload>
  );
}
