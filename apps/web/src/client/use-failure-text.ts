"use client";

import { useTranslations } from "next-intl";
import { findProblem } from "./use-api";
import { useMessageText } from "./use-locale";

/** Says in one text why something could not be loaded: what the console answered, or that it did not answer. */
export function useFailureText(): (error: Error) => string {
  const t = useTranslations("common");
  const text = useMessageText();
  return (error) => {
    const problem = findProblem(error);
    return problem === null ? t("unreachable") : text(problem.message);
  };
}
