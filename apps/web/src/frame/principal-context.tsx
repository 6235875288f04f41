"use client";

import { isRoleAtLeast, type Principal, type Role } from "@primacy/contract";
import { createContext, type ReactNode, useContext } from "react";

const PrincipalContext = createContext<Principal | null>(null);

/** Tells every component below who is signed in. */
export function PrincipalProvider({
  principal,
  children,
}: {
  readonly principal: Principal;
  readonly children: ReactNode;
}): ReactNode {
  return <PrincipalContext value={principal}>{children}</PrincipalContext>;
}

/** Who is signed in. Throws outside the console's frame: that is a bug. */
export function usePrincipal(): Principal {
  const principal = useContext(PrincipalContext);
  if (principal === null) throw new Error("PrincipalProvider is missing above this component");
  return principal;
}

/** True when the reader's role allows what needs `role`. The API refuses all the same; this only spares the attempt. */
export function useMay(role: Role): boolean {
  return isRoleAtLeast(usePrincipal().role, role);
}
