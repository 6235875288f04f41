"use client";

import { type ClusterProxy, listProxyPlaces, type ProxyHealth } from "@primacy/contract";
import { tellProxyUse } from "@primacy/core/proxy";
import { Button, ConfirmDialog, Notice } from "@primacy/ui";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMomentText } from "../../client/moment";
import { joinSentences } from "../../client/sentences";
import { useApi, useApiChange } from "../../client/use-api";
import { useErrorTexts } from "../../client/use-error-texts";
import { useMessageText } from "../../client/use-locale";

const changed = ["listProxies", "listOperations"] as const;

/**
 * Starts a proxy that somebody has stopped or that does not serve, at once; stops any other, which is asked for, and one that serves
 * although somebody has stopped it.
 */
export function ProxySwitch({
  proxy: { id: proxyId, clusterId, stopped },
  health,
  onStop,
}: {
  readonly proxy: ClusterProxy;
  /** Null: nobody has looked yet. */
  readonly health: ProxyHealth | null;
  readonly onStop: () => void;
}): ReactNode {
  const t = useTranslations("proxy");
  const router = useRouter();
  const starting = useApiChange("startProxy", {
    invalidates: changed,
    onSuccess: ({ operation }) => router.push(`/operations/${operation.id}`),
  });
  return (
    <>
      {stopped === undefined && isWhole(health) ? null : (
        <Button
          size="sm"
          loading={starting.isPending || starting.isSuccess}
          onClick={() => starting.mutate({ params: { id: clusterId, proxyId } })}
        >
          {t("start")}
        </Button>
      )}
      {stopped === undefined || servesAnybody(health) ? (
        <Button size="sm" onClick={onStop}>
          {t("stop")}
        </Button>
      ) : null}
    </>
  );
}

/** False where a host was seen not to serve: it can be started. */
function isWhole(health: ProxyHealth | null): boolean {
  return health === null || health.hosts.every((host) => host.isServing);
}

/** True where a way was seen to let clients in. */
function servesAnybody(health: ProxyHealth | null): boolean {
  return health?.ways.some(({ leadsTo }) => leadsTo !== null) === true;
}

/** Who has stopped a proxy, and when, and whether it serves all the same; nothing where nobody has. */
export function StoppedProxy({
  proxy: { stopped },
  health,
}: {
  readonly proxy: ClusterProxy;
  readonly health: ProxyHealth | null;
}): ReactNode {
  const t = useTranslations("proxy");
  const momentOf = useMomentText();
  if (stopped === undefined) return null;
  const params = { who: stopped.by, when: momentOf(stopped.at) };
  return servesAnybody(health) ? (
    <Notice tone="warning" title={t("stoppedServes", params)} />
  ) : (
    <Notice tone="unknown" title={t("stoppedBy", params)} />
  );
}

/** Says what clients lose, asks for the cluster's name before a proxy is stopped, and then leads to what is done. */
export function StopProxy({
  proxy,
  onClose,
}: {
  readonly proxy: ClusterProxy;
  readonly onClose: () => void;
}): ReactNode {
  const t = useTranslations("proxy");
  const common = useTranslations("common");
  const router = useRouter();
  const { id: proxyId, clusterId, hosts, kind } = proxy;
  const cluster = useApi("getCluster", { params: { id: clusterId } }).data;
  const use = useApi("getProxyUse", { params: { id: clusterId, proxyId } });
  const stop = useApiChange("stopProxy", {
    shows: "failures",
    invalidates: changed,
    onSuccess: ({ operation }) => router.push(`/operations/${operation.id}`),
  });
  const text = useMessageText();
  const errors = useErrorTexts()(stop.error ?? use.error);
  // It is not asked for before what it hurts is known; where that cannot be read, the dialog says so.
  if (cluster === undefined || use.isPending) return null;
  const { name } = cluster;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t("stopTitle", { kind: t(`kind.${kind}`) })}
      consequence={{
        title: t("stopTold"),
        detail: joinSentences([
          ...(use.data === undefined ? [] : tellProxyUse(use.data)).map(text),
          t("stopText", { places: listProxyPlaces(proxy).join(t("separator")) }),
        ]),
      }}
      targets={{ label: t("hosts"), names: hosts.map((host) => host.name) }}
      typeToConfirm={{ text: name, label: t("typeName", { name }) }}
      confirmLabel={t("stop")}
      cancelLabel={common("cancel")}
      variant="danger"
      pending={stop.isPending || stop.isSuccess}
      {...(errors.length === 0 ? {} : { error: joinSentences(errors) })}
      onConfirm={() => stop.mutate({ params: { id: clusterId, proxyId }, body: { confirm: name } })}
    />
  );
}
