import type { ReactNode } from "react";
import type { Asked } from "../../../../client/list-query";
import { sessionQuery } from "../../../../features/settings/people-queries";
import { SessionsPage } from "../../../../features/settings/sessions-page";
import { Preload, preload } from "../../../../server/page/preload";

export default async function Page({ searchParams }: { searchParams: Promise<Asked> }): Promise<ReactNode> {
  return (
    <Preload answers={[preload("listSessions", { query: sessionQuery(await searchParams) })]}>
      <SessionsPage />
    </Preload>
  );
}
