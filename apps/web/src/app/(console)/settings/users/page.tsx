import type { ReactNode } from "react";
import { UsersPage } from "../../../../features/settings/users-page";
import { requirePrincipal } from "../../../../server/auth/principal";
import { Preload, preload } from "../../../../server/page/preload";

export default async function Page(): Promise<ReactNode> {
  await requirePrincipal("admin");
  return (
    <Preload answers={[preload("listUsers", { query: { limit: 200 } })]}>
      <UsersPage />
    </Preload>
  );
}
