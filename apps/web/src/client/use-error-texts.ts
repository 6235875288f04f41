"use client";

import { useTranslations } from "next-intl";
import { generalErrors } from "./problem-text";
import { findProblem } from "./use-api";
import { useReaderLocale } from "./use-locale";

/**
 * Turns what a call failed with into texts of the reader's language: every reason of a refusal that belongs to none of
 * the fields named, and a text for a console that did not answer. Empty where nothing failed.
 */
export function useErrorTexts(): (error: Error | null, fields?: readonly string[]) => string[] {
  const t = useTranslations("common");
  const locale = useReaderLocale();
  return (error, fields = []) => {
    if (error === null) return [];
    const problem = findProblem(error);
    return problem === null ? [t("unreachable")] : generalErrors(problem, fields, locale);
  };
}
