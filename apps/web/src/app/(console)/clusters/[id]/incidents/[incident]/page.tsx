import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { IncidentPage } from "../../../../../../features/incident/incident-page";
import { Preload, preload } from "../../../../../../server/page/preload";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("incident"))("title") };
}

export default async function Page({
  params,
}: {
  params: Promise<{ id: string; incident: string }>;
}): Promise<ReactNode> {
  const { id, incident } = await params;
  return (
    <Preload answers={[preload("getIncident", { params: { id: incident } })]}>
      <IncidentPage clusterId={id} id={incident} />
    </Preload>
  );
}
