import type { ReactNode } from "react";
import type { Asked } from "../../../../client/list-query";
import { userQuery } from "../../../../features/settings/people-queries";
import { UsersPage } from "../../../../features/settings/users-page";
import { requirePrincipal } from "../../../../server/auth/principal";
import { Preload, preload } from "../../../../server/page/preload";

export default async function Page({ searchParams }: { searchParams: Promise<Asked> }): Promise<ReactNode> {
  await requirePrincipal("admin");
  return (
    <Preload answers={[preload("listUsers", { query: userQuery(await searchParams) })]}>
      <UsersPage />
    </Preload>
  );
}
