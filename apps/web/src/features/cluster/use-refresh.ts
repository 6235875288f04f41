"use client";

import { showToast } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { useApiChange } from "../../client/use-api";

/** Discovers the members of a cluster again, and says that it began. */
export function useRefresh(): { readonly isPending: boolean; readonly refresh: (clusterId: string) => void } {
  const t = useTranslations("cluster.members");
  const change = useApiChange("refreshCluster", {
    invalidates: ["getCluster", "listOperations"],
    onSuccess: () => showToast("done", { title: t("refreshed") }),
  });
  return {
    isPending: change.isPending,
    refresh: (clusterId) => change.mutate({ params: { id: clusterId }, body: {} }),
  };
}
