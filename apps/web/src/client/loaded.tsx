"use client";

import { Button, ErrorState, SkeletonLines } from "@primacy/ui";
import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { findProblem } from "./use-api";
import { useFailureText } from "./use-failure-text";

/** Shows what was loaded; until then a skeleton, and in its place the reason where it cannot be loaded. */
export function Loaded<T>({
  query,
  children,
}: {
  readonly query: Pick<UseQueryResult<T, Error>, "data" | "error" | "refetch">;
  readonly children: (value: T) => ReactNode;
}): ReactNode {
  const t = useTranslations("common");
  const textOf = useFailureText();
  if (query.data !== undefined) return children(query.data);
  if (query.error === null) return <SkeletonLines label={t("loading")} />;
  const problem = findProblem(query.error);
  return (
    <ErrorState
      title={t("errorTitle")}
      {...(problem === null ? {} : { reference: t("errorReference", { requestId: problem.requestId }) })}
      action={
        <Button
          onClick={() => {
            query.refetch().catch(() => undefined);
          }}
        >
          {t("retry")}
        </Button>
      }
    >
      {textOf(query.error)}
    </ErrorState>
  );
}
