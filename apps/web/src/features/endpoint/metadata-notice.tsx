"use client";

import type { EndpointNote, MeasuredEndpoint } from "@primacy/contract";
import { Notice } from "@primacy/ui";
import type { ReactNode } from "react";
import { useMessageText } from "../../client/use-locale";

/** How the metadata that every MySQL Router of a cluster reads differs from its group; null where nobody knows of a difference. */
export function findMetadataNote(
  endpoints: readonly Pick<MeasuredEndpoint, "health">[],
): EndpointNote | null {
  return endpoints.find(({ health }) => health.metadata !== null)?.health.metadata ?? null;
}

/** The same, with what to do. */
export function MetadataNotice({
  note: { tone, finding, advice },
}: {
  readonly note: EndpointNote;
}): ReactNode {
  const text = useMessageText();
  return (
    <Notice tone={tone} title={text(finding)}>
      {text(advice)}
    </Notice>
  );
}
