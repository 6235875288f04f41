import type { ReactNode } from "react";
import { AppFrame } from "../../frame/app-frame";
import { requirePrincipal } from "../../server/auth/principal";
import { Preload, preload, preloadClusters } from "../../server/page/preload";

/** Every signed-in page: who is not signed in is sent to the door. */
export default async function ConsoleLayout({ children }: { children: ReactNode }): Promise<ReactNode> {
  const principal = await requirePrincipal("viewer");
  return (
    <Preload answers={[preloadClusters(), preload("listOperations", { query: { limit: 5 } })]}>
      <AppFrame principal={principal}>{children}</AppFrame>
    </Preload>
  );
}
