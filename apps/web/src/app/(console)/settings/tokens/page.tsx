import type { ReactNode } from "react";
import type { Asked } from "../../../../client/list-query";
import { tokenQuery } from "../../../../features/settings/people-queries";
import { TokensPage } from "../../../../features/settings/tokens-page";
import { Preload, preload } from "../../../../server/page/preload";

export default async function Page({ searchParams }: { searchParams: Promise<Asked> }): Promise<ReactNode> {
  return (
    <Preload answers={[preload("listTokens", { query: tokenQuery(await searchParams) })]}>
      <TokensPage />
    </Preload>
  );
}
