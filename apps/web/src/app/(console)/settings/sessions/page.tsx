import type { ReactNode } from "react";
import { SessionsPage } from "../../../../features/settings/sessions-page";
import { Preload, preload } from "../../../../server/page/preload";

export default function Page(): ReactNode {
  return (
    <Preload answers={[preload("listSessions", { query: { limit: 200 } })]}>
      <SessionsPage />
    </Preload>
  );
}
