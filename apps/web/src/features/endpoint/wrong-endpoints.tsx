"use client";

import { type MeasuredEndpoint, withPort } from "@primacy/contract";
import { Notice } from "@primacy/ui";
import type { ReactNode } from "react";
import { useMessageText } from "../../client/use-locale";

/** Every endpoint that leads to a wrong server, with what to do; nothing where none does. */
export function WrongEndpoints({
  endpoints,
}: {
  readonly endpoints: readonly MeasuredEndpoint[];
}): ReactNode {
  const text = useMessageText();
  return endpoints.flatMap(({ address, port, health: { state, finding, advice } }) =>
    state !== "wrong" || finding === null
      ? []
      : [
          <Notice key={withPort(address, port)} tone="failed" title={text(finding)}>
            {advice === null ? null : text(advice)}
          </Notice>,
        ],
  );
}
