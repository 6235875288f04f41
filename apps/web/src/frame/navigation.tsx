"use client";

import { NavList, StatusPip } from "@primacy/ui";
import { Activity, Boxes, Plus, Server, Settings } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useClusters } from "../client/use-clusters";
import { useMay } from "./principal-context";

/** The left rail: clusters with a pip each, hosts, operations, settings. */
export function Navigation(): ReactNode {
  const t = useTranslations("frame");
  const tone = useTranslations("common.tone");
  const path = usePathname();
  const clusters = useClusters();
  const mayRegister = useMay("admin");
  const isAt = (href: string): boolean => path === href || path.startsWith(`${href}/`);
  const clusterItems = (clusters.data?.items ?? []).map((cluster) => ({
    href: `/clusters/${cluster.id}`,
    label: cluster.name,
    current: isAt(`/clusters/${cluster.id}`),
    icon: <Boxes aria-hidden />,
    status: <StatusPip tone={cluster.tone} label={tone(cluster.tone)} iconOnly />,
  }));
  const add = {
    href: "/clusters/new",
    label: t("addCluster"),
    current: path === "/clusters/new",
    icon: <Plus aria-hidden />,
  };
  return (
    <>
      <NavList title={t("clusters")} items={mayRegister ? [...clusterItems, add] : clusterItems} />
      <NavList
        className="mt-4"
        items={[
          { href: "/hosts", label: t("hosts"), current: isAt("/hosts"), icon: <Server aria-hidden /> },
          {
            href: "/operations",
            label: t("operations"),
            current: isAt("/operations"),
            icon: <Activity aria-hidden />,
          },
          {
            href: "/settings",
            label: t("settings"),
            current: isAt("/settings"),
            icon: <Settings aria-hidden />,
          },
        ]}
      />
    </>
  );
}
