"use client";

import { type ClusterProxy, operationKinds, type ProxyHealth, ProxyWay, withPort } from "@primacy/contract";
import { Button, Card, KeyValueList } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { api } from "../../client/api";
import { useErrorTexts } from "../../client/use-error-texts";
import { findResult } from "../../client/use-result";
import { useStarter } from "../../client/use-started";
import { useMay } from "../../frame/principal-context";
import { findMetadataNote, MetadataNotice } from "../endpoint/metadata-notice";
import { useEndpoints } from "../endpoint/use-endpoints";
import { OperationProblem } from "../operation/operation-page";
import { ProxyHostStanding, ProxyWayStanding } from "./proxy-health";
import { ProxySwitch, StopProxy, StoppedProxy } from "./proxy-switch";
import { RemoveProxy } from "./remove-proxy";

const lookEveryMs = 30_000;

/** One proxy: its ways in with where each leads now, its hosts, and its removal. */
export function ProxySection({ proxy }: { readonly proxy: ClusterProxy }): ReactNode {
  const t = useTranslations("proxy");
  const mayOperate = useMay("operator");
  const [asked, setAsked] = useState<"stop" | "remove" | null>(null);
  const { health, look } = useProxyHealth(proxy, mayOperate);
  const looked = look.operation;
  const errors = useErrorTexts()(look.error);
  const isStopped = proxy.stopped !== undefined;
  const address = proxy.address ?? proxy.hosts[0]?.address ?? "";
  return (
    <Card
      title={t(`kind.${proxy.kind}`)}
      description={<span className="font-mono">{address}</span>}
      actions={
        mayOperate ? (
          <>
            <Button size="sm" loading={look.isUnderWay} onClick={look.again}>
              {t("look")}
            </Button>
            <ProxySwitch proxy={proxy} health={health} onStop={() => setAsked("stop")} />
            <Button size="sm" variant="danger-quiet" onClick={() => setAsked("remove")}>
              {t("remove")}
            </Button>
          </>
        ) : undefined
      }
    >
      <div className="flex flex-col gap-4">
        <StoppedProxy proxy={proxy} health={health} />
        {looked === undefined ? null : <OperationProblem operation={looked} />}
        {errors.length === 0 ? null : <p className="text-sm">{errors.join(" ")}</p>}
        {proxy.kind === "router" ? <RouterMetadata clusterId={proxy.clusterId} /> : null}
        <KeyValueList
          items={ProxyWay.options.flatMap((way) => {
            const port = proxy.ports[way];
            if (port === null) return [];
            const seen = health?.ways.find((one) => one.way === way) ?? null;
            return [
              {
                key: way,
                label: t(`way.${way}`),
                value: (
                  <ProxyWayStanding place={withPort(address, port)} health={seen} isStopped={isStopped} />
                ),
              },
            ];
          })}
        />
        <KeyValueList
          items={proxy.hosts.map(({ hostId, name }) => ({
            key: hostId,
            label: name,
            value: (
              <ProxyHostStanding
                health={health?.hosts.find((one) => one.hostId === hostId) ?? null}
                isStopped={isStopped}
              />
            ),
          }))}
        />
        {proxy.kind === "haproxy" ? (
          <p className="text-ink-muted text-sm">
            {t("settings", { group: String(proxy.virtualRouterId), port: String(proxy.checkPort) })}
          </p>
        ) : null}
      </div>
      {asked === "remove" ? <RemoveProxy proxy={proxy} onClose={() => setAsked(null)} /> : null}
      {asked === "stop" ? <StopProxy proxy={proxy} onClose={() => setAsked(null)} /> : null}
    </Card>
  );
}

/** By what it leads, where that differs from the group. */
function RouterMetadata({ clusterId }: { readonly clusterId: string }): ReactNode {
  const { endpoints } = useEndpoints(clusterId);
  const note = findMetadataNote(endpoints ?? []);
  return note === null ? null : <MetadataNotice note={note} />;
}

/** Looks as soon as the page opens and each half minute while it is open; the last answer stays until the next one. */
function useProxyHealth({ id, clusterId }: ClusterProxy, isAllowed: boolean) {
  const [health, setHealth] = useState<ProxyHealth | null>(null);
  const starter = useStarter();
  const { start, operation } = starter;
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (!isAllowed) return;
    start(() => api.call("lookAtProxy", { params: { id: clusterId, proxyId: id } }));
    const timer = setTimeout(() => setRound(round + 1), lookEveryMs);
    return () => clearTimeout(timer);
  }, [id, clusterId, isAllowed, start, round]);
  const found = operation === undefined ? null : findResult(operationKinds["proxy.look"].result, operation);
  const foundText = found === null ? null : JSON.stringify(found);
  // biome-ignore lint/correctness/useExhaustiveDependencies: by its content, as each reading is another object
  useEffect(() => {
    if (found !== null) setHealth(found);
  }, [foundText]);
  return { health, look: { ...starter, again: () => setRound(round + 1) } };
}
