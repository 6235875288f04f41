import type { ReactNode } from "react";
import { TokensPage } from "../../../../features/settings/tokens-page";

export default function Page(): ReactNode {
  return <TokensPage />;
}
