import type { ReactNode } from "react";
import { UsersPage } from "../../../../features/settings/users-page";
import { requirePrincipal } from "../../../../server/auth/principal";

export default async function Page(): Promise<ReactNode> {
  await requirePrincipal("admin");
  return <UsersPage />;
}
