import type { ReactNode } from "react";
import { SessionsPage } from "../../../../features/settings/sessions-page";

export default function Page(): ReactNode {
  return <SessionsPage />;
}
