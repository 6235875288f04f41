"use client";

import { isFinished } from "@primacy/contract";
import { usePathname } from "next/navigation";
import { useAllHosts } from "../../client/use-all-hosts";
import { useApi } from "../../client/use-api";
import { useClusters } from "../../client/use-clusters";
import { useMessageText } from "../../client/use-locale";
import { useVips } from "../../client/use-vips";
import { useMay, usePrincipal } from "../principal-context";
import { clusterSection } from "./cluster-commands";
import { allowedTo, type CommandSection } from "./command";
import { hostSection, operationSection, placeSection } from "./place-commands";

/**
 * Everything that the reader may do, the cluster whose pages are open first. While the palette is closed nothing is asked
 * for that the page does not have.
 */
export function useCommandSections(isOpen: boolean): readonly CommandSection[] {
  const path = usePathname();
  const text = useMessageText();
  const { role } = usePrincipal();
  const mayOperate = useMay("operator");
  const clusters = useClusters().data?.items ?? [];
  const hosts = useAllHosts({ enabled: isOpen });
  const vips = useVips(
    clusters.map(({ id }) => id),
    { enabled: isOpen && mayOperate },
  );
  const here = clusters.find(({ id }) => path === `/clusters/${id}` || path.startsWith(`/clusters/${id}/`));
  const picture = useApi(
    "getTopology",
    { params: { id: here?.id ?? "" } },
    { enabled: isOpen && here !== undefined },
  );
  const operations = useApi("listOperations", { query: { limit: 5 } }, { enabled: isOpen }).data?.items ?? [];
  if (!isOpen) return [];
  const running = operations.filter(({ state }) => !isFinished(state));
  const titleOf = (id: string): string => {
    const found = running.find((one) => one.id === id);
    return found === undefined ? "" : text(found.title);
  };
  const [first = [], others = []] = [[here], clusters.filter((one) => one !== here)].map((some) =>
    some.flatMap((cluster) =>
      cluster === undefined
        ? []
        : [
            clusterSection({
              cluster,
              vips: vips.get(cluster.id),
              topology: cluster === here ? picture.data : undefined,
            }),
          ],
    ),
  );
  return allowedTo(role, [
    ...first,
    operationSection(running, titleOf),
    placeSection,
    ...others,
    hostSection(hosts),
  ]);
}
