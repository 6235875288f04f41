"use client";

import type { Cluster } from "@primacy/contract";
import { Button, type CommandGroup, CommandPalette, useCommandShortcut } from "@primacy/ui";
import { Activity, Boxes, Plus, Search, Server, Settings } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useAllHosts } from "../client/use-all-hosts";
import { useClusters } from "../client/use-clusters";
import { useHasVip } from "../client/use-has-vip";
import { useMay } from "./principal-context";
import { findVipAction } from "./vip-action";

/** Ctrl/Cmd-K: go anywhere, and begin any action that the role allows. */
export function Jump(): ReactNode {
  const t = useTranslations("frame");
  const [isOpen, setOpen] = useState(false);
  useCommandShortcut(() => setOpen(true));
  const groups = useDestinations(isOpen);
  return (
    <>
      <Button
        variant="ghost"
        icon={<Search aria-hidden />}
        onClick={() => setOpen(true)}
        className="-me-2 shrink-0 text-ink-muted lg:me-0"
      >
        <span className="sr-only lg:not-sr-only">{t("jump")}</span>
        <kbd className="ms-2 hidden font-mono text-ink-faint text-xs lg:inline">Ctrl K</kbd>
      </Button>
      <CommandPalette
        open={isOpen}
        onOpenChange={setOpen}
        label={t("jump")}
        placeholder={t("jumpHint")}
        emptyLabel={t("nothingFound")}
        groups={groups}
      />
    </>
  );
}

function useDestinations(isOpen: boolean): CommandGroup[] {
  const t = useTranslations("frame");
  const tabs = useTranslations("cluster.tab");
  const actions = useTranslations("frame.action");
  const router = useRouter();
  const mayOperate = useMay("operator");
  const mayAdminister = useMay("admin");
  const clusters = useClusters().data?.items ?? [];
  const hosts = useAllHosts({ enabled: isOpen });
  const clusterIds = clusters.map((cluster) => cluster.id);
  const hasVip = useHasVip(clusterIds, { enabled: isOpen && mayOperate });
  const go = (href: string) => (): void => router.push(href);
  const vipItems = (cluster: Pick<Cluster, "id" | "name">): CommandGroup["items"][number][] => {
    const action = findVipAction(cluster.id, hasVip.get(cluster.id));
    if (action === null) return [];
    const label = `${cluster.name}: ${actions(action.label)}`;
    return [{ id: `${cluster.id}/vip/act`, label, keywords: [action.keyword], onSelect: go(action.href) }];
  };
  return [
    {
      id: "clusters",
      heading: t("clusters"),
      items: clusters.flatMap((cluster) => [
        ...(["topology", "members", "vip", "events"] as const).map((tab) => ({
          id: `${cluster.id}/${tab}`,
          label: `${cluster.name}: ${tabs(tab)}`,
          icon: <Boxes aria-hidden />,
          keywords: [cluster.name, tab],
          onSelect: go(`/clusters/${cluster.id}${tab === "topology" ? "" : `/${tab}`}`),
        })),
        ...(mayOperate
          ? [
              ...vipItems(cluster),
              {
                id: `${cluster.id}/switchover`,
                label: `${cluster.name}: ${actions("switchOver")}`,
                keywords: ["switchover"],
                onSelect: go(`/clusters/${cluster.id}/switchover`),
              },
            ]
          : []),
      ]),
    },
    {
      id: "hosts",
      heading: t("hosts"),
      items: hosts.map((host) => ({
        id: host.id,
        label: host.name,
        hint: host.address,
        icon: <Server aria-hidden />,
        keywords: [host.address],
        onSelect: go(`/hosts/${host.id}`),
      })),
    },
    {
      id: "places",
      heading: t("navigation"),
      items: [
        {
          id: "hosts",
          label: t("hosts"),
          icon: <Server aria-hidden />,
          keywords: ["hosts"],
          onSelect: go("/hosts"),
        },
        {
          id: "operations",
          label: t("operations"),
          icon: <Activity aria-hidden />,
          keywords: ["operations"],
          onSelect: go("/operations"),
        },
        {
          id: "settings",
          label: t("settings"),
          icon: <Settings aria-hidden />,
          keywords: ["settings"],
          onSelect: go("/settings"),
        },
        ...(mayAdminister
          ? [
              {
                id: "add-host",
                label: actions("addHosts"),
                icon: <Plus aria-hidden />,
                keywords: ["add hosts"],
                onSelect: go("/hosts/new"),
              },
              {
                id: "add-cluster",
                label: t("addCluster"),
                icon: <Plus aria-hidden />,
                keywords: ["add cluster register"],
                onSelect: go("/clusters/new"),
              },
            ]
          : []),
      ],
    },
  ];
}
