import type { ReactNode } from "react";
import { TokensPage } from "../../../../features/settings/tokens-page";
import { Preload, preload } from "../../../../server/page/preload";

export default function Page(): ReactNode {
  return (
    <Preload answers={[preload("listTokens", { query: { limit: 200 } })]}>
      <TokensPage />
    </Preload>
  );
}
