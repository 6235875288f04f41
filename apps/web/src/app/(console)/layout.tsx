import type { ReactNode } from "react";
import { AppFrame } from "../../frame/app-frame";
import { requirePrincipal } from "../../server/auth/principal";

/** Every signed-in page: who is not signed in is sent to the door. */
export default async function ConsoleLayout({ children }: { children: ReactNode }): Promise<ReactNode> {
  return <AppFrame principal={await requirePrincipal("viewer")}>{children}</AppFrame>;
}
