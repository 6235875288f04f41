"use client";

import { type ClusterEndpoint, withPort } from "@primacy/contract";
import { Checkbox } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { keyOfWay, toggleWay } from "./drill-draft";

/** Through which ways clients only read; nothing where the cluster has none. */
export function ReadFields({
  ways,
  chosen,
  onChosen,
  error,
}: {
  readonly ways: readonly ClusterEndpoint[];
  /** By `keyOfWay`. */
  readonly chosen: readonly string[];
  readonly onChosen: (chosen: readonly string[]) => void;
  readonly error: string | null;
}): ReactNode {
  const t = useTranslations("drill.form");
  if (ways.length === 0) return null;
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-medium text-sm">{t("reads.title")}</legend>
      <p className="text-ink-muted text-xs">{t("reads.text")}</p>
      {ways.map((way) => (
        <Checkbox
          key={keyOfWay(way)}
          label={nameWay(way, t(`reads.${nameOfWay(way)}`))}
          checked={chosen.includes(keyOfWay(way))}
          invalid={error !== null}
          onCheckedChange={(isChosen) => onChosen(toggleWay(chosen, ways, keyOfWay(way), isChosen))}
        />
      ))}
      {error === null ? null : (
        <p role="alert" className="text-failed text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Members have names of their own. */
function nameWay({ way, name, address, port }: ClusterEndpoint, kind: string): string {
  const place = withPort(address, port);
  return way === "direct" && name !== address ? `${kind} ${name} ${place}` : `${kind} ${place}`;
}

const wayNames = ["direct", "read_vip", "router_read", "haproxy_read"] as const;

function nameOfWay({ way }: ClusterEndpoint): (typeof wayNames)[number] {
  return wayNames.find((name) => name === way) ?? "direct";
}
