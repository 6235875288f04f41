"use client";

import { type ClusterProxy, listProxyPlaces } from "@primacy/contract";
import { Button, ConfirmDialog, Notice } from "@primacy/ui";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMomentText } from "../../client/moment";
import { joinSentences } from "../../client/sentences";
import { useApi, useApiChange } from "../../client/use-api";
import { useErrorTexts } from "../../client/use-error-texts";

const changed = ["listProxies", "listOperations"] as const;

/** Starts a proxy that somebody has stopped or that does not serve, at once; stops any other, which is asked for. */
export function ProxySwitch({
  proxy: { id: proxyId, clusterId, stopped },
  isServing,
  onStop,
}: {
  readonly proxy: ClusterProxy;
  readonly isServing: boolean;
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
      {stopped === undefined && isServing ? null : (
        <Button
          size="sm"
          loading={starting.isPending || starting.isSuccess}
          onClick={() => starting.mutate({ params: { id: clusterId, proxyId } })}
        >
          {t("start")}
        </Button>
      )}
      {stopped === undefined ? (
        <Button size="sm" onClick={onStop}>
          {t("stop")}
        </Button>
      ) : null}
    </>
  );
}

/** Who has stopped a proxy, and when; nothing where nobody has. */
export function StoppedProxy({ proxy: { stopped } }: { readonly proxy: ClusterProxy }): ReactNode {
  const t = useTranslations("proxy");
  const momentOf = useMomentText();
  if (stopped === undefined) return null;
  return <Notice tone="unknown" title={t("stoppedBy", { who: stopped.by, when: momentOf(stopped.at) })} />;
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
  const stop = useApiChange("stopProxy", {
    shows: "failures",
    invalidates: changed,
    onSuccess: ({ operation }) => router.push(`/operations/${operation.id}`),
  });
  const errors = useErrorTexts()(stop.error);
  if (cluster === undefined) return null;
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
        detail: t("stopText", { places: listProxyPlaces(proxy).join(t("separator")) }),
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
