"use client";

import { type MeasuredEndpoint, withPort } from "@primacy/contract";
import { Notice } from "@primacy/ui";
import type { ReactNode } from "react";
import { useMessageText } from "../../client/use-locale";
import { findMetadataNote, MetadataNotice } from "./metadata-notice";

/**
 * True for what leads to a wrong server, and for a way of Primacy's own that cannot be verified. An address that somebody stored may
 * never be verifiable, as what stands there may end TLS itself: that is told in its own row.
 */
export function isAlarm({ way, health: { state } }: Pick<MeasuredEndpoint, "way" | "health">): boolean {
  return state === "wrong" || (state === "unverified" && way !== "custom");
}

/**
 * Every endpoint that leads to a wrong server or cannot be verified, and metadata by which MySQL Router will lead wrong, with what to
 * do; nothing where there is none.
 */
export function WrongEndpoints({
  endpoints,
}: {
  readonly endpoints: readonly MeasuredEndpoint[];
}): ReactNode {
  const text = useMessageText();
  const note = findMetadataNote(endpoints);
  return (
    <>
      {endpoints.filter(isAlarm).map(({ way, address, port, health: { tone, finding, advice } }) =>
        finding === null ? null : (
          <Notice key={`${way} ${withPort(address, port)}`} tone={tone} title={text(finding)}>
            {advice === null ? null : text(advice)}
          </Notice>
        ),
      )}
      {note?.tone === "warning" ? <MetadataNotice note={note} /> : null}
    </>
  );
}
