import type { ReactNode } from "react";
import type { Asked } from "../../../../client/list-query";
import { AuditPage } from "../../../../features/settings/audit-page";
import { auditQuery } from "../../../../features/settings/audit-query";
import { requirePrincipal } from "../../../../server/auth/principal";
import { Preload, preload } from "../../../../server/page/preload";

export default async function Page({ searchParams }: { searchParams: Promise<Asked> }): Promise<ReactNode> {
  await requirePrincipal("admin");
  return (
    <Preload answers={[preload("listAudit", { query: auditQuery(await searchParams) })]}>
      <AuditPage />
    </Preload>
  );
}
