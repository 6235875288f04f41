import type { ReactNode } from "react";
import { AuditPage } from "../../../../features/settings/audit-page";
import { requirePrincipal } from "../../../../server/auth/principal";
import { Preload, preload } from "../../../../server/page/preload";

export default async function Page(): Promise<ReactNode> {
  await requirePrincipal("admin");
  return (
    <Preload answers={[preload("listAudit", { query: { limit: 200 } })]}>
      <AuditPage />
    </Preload>
  );
}
