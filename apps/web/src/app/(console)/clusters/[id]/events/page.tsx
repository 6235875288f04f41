import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import type { Asked } from "../../../../../client/list-query";
import { eventQuery } from "../../../../../features/event/event-queries";
import { EventsPage } from "../../../../../features/event/events-page";
import { Preload, preload } from "../../../../../server/page/preload";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("cluster.tab"))("events") };
}

export default async function Page({
  params,
  searchParams,
}: {
  params: Promise<{ id: string }>;
  searchParams: Promise<Asked>;
}): Promise<ReactNode> {
  const { id } = await params;
  const query = eventQuery(await searchParams);
  return (
    <Preload answers={[preload("listEvents", { params: { id }, query })]}>
      <EventsPage clusterId={id} />
    </Preload>
  );
}
