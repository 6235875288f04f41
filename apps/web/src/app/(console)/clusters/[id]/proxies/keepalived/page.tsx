import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { MigrationBackPage, MigrationPage } from "../../../../../../features/proxy/migration/migration-page";
import { requirePrincipal } from "../../../../../../server/auth/principal";

interface PageProps {
  readonly params: Promise<{ readonly id: string }>;
  /** With `back`, that address goes back to Keepalived. */
  readonly searchParams: Promise<{ readonly back?: string | readonly string[] }>;
}

export async function generateMetadata({ searchParams }: PageProps): Promise<Metadata> {
  const { back } = await searchParams;
  return { title: (await getTranslations("migration"))(back === undefined ? "title" : "backTitle") };
}

export default async function Page({ params, searchParams }: PageProps): Promise<ReactNode> {
  await requirePrincipal("operator");
  const [{ id }, { back }] = [await params, await searchParams];
  return typeof back === "string" ? (
    <MigrationBackPage clusterId={id} address={back} />
  ) : (
    <MigrationPage clusterId={id} />
  );
}
