"use client";

import { useRouter } from "next/navigation";
import { useApiChange } from "../client/use-api";

/** Ends the session and goes to the door. */
export function useSignOut(): () => void {
  const router = useRouter();
  const signOut = useApiChange("signOut", {
    onSuccess: () => {
      router.replace("/sign-in");
      router.refresh();
    },
  });
  return () => signOut.mutate({});
}
