import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { HostPage } from "../../../../features/host/host-page";
import { Preload, preload } from "../../../../server/page/preload";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("host"))("title") };
}

export default async function OneHostPage({
  params,
}: {
  params: Promise<{ id: string }>;
}): Promise<ReactNode> {
  const { id } = await params;
  const operations = preload("listOperations", { query: { hostId: id, effect: "all", limit: 20 } });
  return (
    <Preload answers={[preload("getHost", { params: { id } }), operations]}>
      <HostPage id={id} />
    </Preload>
  );
}
