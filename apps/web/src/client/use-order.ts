"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { orderKey, toAddress } from "./page-address";

/**
 * Begins one of these actions where the address of the page asks for it, `about` what it names, and takes that out of the
 * address: nobody who comes back later begins it again. To begin is to ask; nothing is done by an address alone.
 */
export function useOrder<A extends string>(
  actions: readonly A[],
  begin: (action: A) => void,
  about: Readonly<Record<string, string>> = {},
): void {
  const path = usePathname();
  const router = useRouter();
  const asked = useSearchParams();
  const isMeant = Object.entries(about).every(([name, value]) => asked.get(name) === value);
  const action = isMeant ? actions.find((one) => one === asked.get(orderKey)) : undefined;
  const names = [orderKey, ...Object.keys(about)];
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each order
  useEffect(() => {
    if (action === undefined) return;
    begin(action);
    const cleared = Object.fromEntries(names.map((name) => [name, null]));
    router.replace(toAddress(path, asked, cleared), { scroll: false });
  }, [action]);
}
