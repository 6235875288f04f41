import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { HostList } from "../../../features/host/host-list";
import { Preload, preload } from "../../../server/page/preload";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("host"))("title") };
}

export default function HostsPage(): ReactNode {
  return (
    <Preload answers={[preload("listHosts", { query: { limit: 200 } })]}>
      <HostList />
    </Preload>
  );
}
