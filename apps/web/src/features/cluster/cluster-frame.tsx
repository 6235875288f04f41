"use client";

import type { Tone } from "@primacy/contract";
import { ButtonLink, LiveRegion, Notice, PageHeader, StatusPip, Tabs } from "@primacy/ui";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Loaded } from "../../client/loaded";
import { useClusterStream } from "../../client/stream";
import { useApi } from "../../client/use-api";
import { useMessageText } from "../../client/use-locale";
import { useTopology } from "../../client/use-topology";
import { useMay } from "../../frame/principal-context";
import { addressOfTab, clusterTabs } from "../screens";

/** The head of every page of a cluster: its name, its problems, its tabs. It keeps the live stream. */
export function ClusterFrame({
  id,
  children,
}: {
  readonly id: string;
  readonly children: ReactNode;
}): ReactNode {
  const all = useTranslations();
  const t = useTranslations("cluster");
  const words = useTranslations("topology");
  const tone = useTranslations("common.tone");
  const text = useMessageText();
  const path = usePathname();
  const mayOperate = useMay("operator");
  useClusterStream(id);
  const cluster = useApi("getCluster", { params: { id } });
  const topology = useTopology(id).data;
  // What is read aloud does not age: a screen reader would count the seconds.
  const announced = useApi("getTopology", { params: { id } }).data?.summary;
  const base = `/clusters/${id}`;
  const tabs = clusterTabs.map((tab) => {
    const href = addressOfTab(id, tab);
    return { href, label: all(tab.title), current: href === base ? path === base : path.startsWith(href) };
  });
  return (
    <Loaded query={cluster}>
      {(value) => {
        const shown = topology?.tone ?? value.tone;
        return (
          <div className="flex flex-col gap-5">
            <PageHeader
              title={value.name}
              badges={<StatusPip tone={shown} label={tone(shown)} />}
              actions={
                mayOperate ? (
                  <>
                    {path === `${base}/switchover` ? null : (
                      <ButtonLink href={`${base}/switchover`}>{words("switchOver")}</ButtonLink>
                    )}
                    {(topology !== undefined && topology.vips.length > 0) ||
                    path === `${base}/vip/new` ? null : (
                      <ButtonLink href={`${base}/vip/new`} variant="primary">
                        {words("configureVip")}
                      </ButtonLink>
                    )}
                  </>
                ) : undefined
              }
            />
            <LiveRegion message={text(announced ?? value.summary)} />
            <Problems tone={shown} texts={(topology?.problems ?? []).map(text)} />
            <Tabs label={t("tabs")} items={tabs} />
            {children}
          </div>
        );
      }}
    </Loaded>
  );
}

/** All that is wrong in one place: the first in the title, what else is known of it below. */
function Problems({ tone, texts }: { readonly tone: Tone; readonly texts: readonly string[] }): ReactNode {
  const [first, ...rest] = [...new Set(texts)];
  if (first === undefined) return null;
  return (
    <Notice tone={tone === "failed" ? "failed" : "warning"} title={first}>
      {rest.length === 0 ? null : (
        <ul className="flex flex-col gap-0.5">
          {rest.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
