import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { type Asked, pageOf } from "../../../../../client/list-query";
import { IncidentList } from "../../../../../features/incident/incident-list";
import { Preload, preload } from "../../../../../server/page/preload";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("incident"))("title") };
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
    <Preload
      answers={[
        preload("listIncidents", { params: { id }, query }),
        preload("listProbers", { params: { id } }),
      ]}
    >
      <IncidentList clusterId={id} />
    </Preload>
  );
}
