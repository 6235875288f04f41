"use client";

import { type Host, withPort } from "@primacy/contract";
import { Button, KeyValueList, Notice, StatusPip } from "@primacy/ui";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import { api } from "../../client/api";
import { joinSentences } from "../../client/sentences";
import { useApiChange } from "../../client/use-api";
import { useErrorTexts } from "../../client/use-error-texts";
import { useMay } from "../../frame/principal-context";

/** The host's SSH key: asked for again at any time, compared with the one that is pinned, and accepted by an administrator. */
export function HostKeyCheck({ host }: { readonly host: Host }): ReactNode {
  const t = useTranslations("host");
  const mayAccept = useMay("admin");
  const textsOf = useErrorTexts();
  const scan = useMutation({
    mutationFn: () => api.call("scanHostKey", { body: { address: host.address, sshPort: host.sshPort } }),
  });
  const accept = useApiChange("acceptHostKey", {
    invalidates: ["getHost", "listHosts"],
    onSuccess: () => scan.reset(),
    shows: "failures",
  });
  const pinned = host.hostKey?.fingerprint ?? null;
  const place = withPort(host.address, host.sshPort);
  const asked = useRef("");
  const { mutate } = scan;
  // A key that waits is asked for at once, and again when the host is elsewhere.
  useEffect(() => {
    if (!mayAccept || pinned !== null || asked.current === place) return;
    asked.current = place;
    mutate();
  }, [mayAccept, pinned, place, mutate]);
  const shown = scan.data?.hostKey.fingerprint ?? null;
  const errors = [...textsOf(scan.error), ...textsOf(accept.error)];
  const isOther = shown !== null && shown !== pinned;
  const ask = mayAccept ? (
    <Button size="sm" loading={scan.isPending} onClick={() => scan.mutate()}>
      {t("keyAgain")}
    </Button>
  ) : null;
  return (
    <div className="flex flex-col items-start gap-2">
      <span className="break-all font-mono">{pinned ?? t("keyPending")}</span>
      {shown !== null && !isOther ? <StatusPip tone="ok" label={t("keySame")} /> : null}
      {errors.length === 0 ? null : (
        <div role="alert">
          <Notice tone="failed" title={joinSentences(errors)} />
        </div>
      )}
      {isOther ? (
        <Notice
          tone="warning"
          title={t(pinned === null ? "keyPending" : "keyOther")}
          actions={
            <Button
              variant={pinned === null ? "primary" : "danger"}
              loading={accept.isPending}
              onClick={() => accept.mutate({ params: { id: host.id }, body: { fingerprint: shown } })}
            >
              {t(pinned === null ? "keyAccept" : "keyReplace")}
            </Button>
          }
        >
          <p>{t("keyText", { address: host.address })}</p>
          <KeyValueList
            items={[
              ...(pinned === null ? [] : [{ key: "old", label: t("keyOld"), value: pinned, mono: true }]),
              { key: "new", label: t("keyNew"), value: shown, mono: true },
            ]}
          />
        </Notice>
      ) : null}
      {ask}
    </div>
  );
}
