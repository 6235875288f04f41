import type { ReactNode } from "react";
import { RetentionPage } from "../../../../features/settings/retention-page";
import { requirePrincipal } from "../../../../server/auth/principal";
import { Preload, preload } from "../../../../server/page/preload";

export default async function Page(): Promise<ReactNode> {
  await requirePrincipal("admin");
  return (
    <Preload answers={[preload("getRetention")]}>
      <RetentionPage />
    </Preload>
  );
}
