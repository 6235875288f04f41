"use client";

import { showToast } from "@primacy/ui";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useApiChange } from "../../client/use-api";

/** What is done to a host without being asked about first. */
export type HostRun = "test" | "install" | "forget";

/** What a change of a host makes old. */
export const hostAnswers = ["listHosts", "getHost", "listOperations"] as const;

/** Begins one of them on a host, and says so with the way to its operation: the drawer follows no mere test. */
export function useHostRuns(): (action: HostRun, hostId: string) => void {
  const t = useTranslations("host");
  const router = useRouter();
  const invalidates = hostAnswers;
  const calls = {
    test: useApiChange("testHost", { invalidates }),
    install: useApiChange("installAgent", { invalidates }),
    forget: useApiChange("forgetHostCredential", { invalidates }),
  };
  return (action, hostId) =>
    calls[action].mutate(
      { params: { id: hostId } },
      {
        onSuccess: (answer) => {
          const title = t("started", { action: t(`action.${action}`) });
          if (!("operation" in answer)) return showToast("done", { title });
          const { id } = answer.operation;
          const onSelect = (): void => router.push(`/operations/${id}`);
          showToast("done", { title, action: { label: t("follow"), onSelect } });
        },
      },
    );
}
