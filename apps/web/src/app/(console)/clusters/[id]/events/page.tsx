import { EventKind } from "@primacy/contract";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { allEvents } from "../../../../../features/event/event-queries";
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
  searchParams: Promise<{ kind?: string | string[] }>;
}): Promise<ReactNode> {
  const { id } = await params;
  const kind = EventKind.safeParse((await searchParams).kind);
  const query = allEvents(kind.success ? kind.data : null);
  return (
    <Preload answers={[preload("listEvents", { params: { id }, query })]}>
      <EventsPage clusterId={id} />
    </Preload>
  );
}
