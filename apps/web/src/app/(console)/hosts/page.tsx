import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import type { Asked } from "../../../client/list-query";
import { HostList } from "../../../features/host/host-list";
import { hostQuery } from "../../../features/host/host-query";
import { Preload, preload } from "../../../server/page/preload";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("host"))("title") };
}

export default async function HostsPage({
  searchParams,
}: {
  searchParams: Promise<Asked>;
}): Promise<ReactNode> {
  return (
    <Preload answers={[preload("listHosts", { query: hostQuery(await searchParams) })]}>
      <HostList />
    </Preload>
  );
}
