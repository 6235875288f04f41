import type { ReactNode } from "react";
import { AuditPage } from "../../../../features/settings/audit-page";
import { requirePrincipal } from "../../../../server/auth/principal";

export default async function Page(): Promise<ReactNode> {
  await requirePrincipal("admin");
  return <AuditPage />;
}
