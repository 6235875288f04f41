import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { AddHosts } from "../../../../features/host/add-hosts";
import { requirePrincipal } from "../../../../server/auth/principal";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("host.form"))("title") };
}

export default async function NewHostsPage(): Promise<ReactNode> {
  await requirePrincipal("admin");
  return <AddHosts />;
}
