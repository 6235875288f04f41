"use client";

import type { CheckReport, Problem } from "@primacy/contract";
import { fieldFindings } from "@primacy/core/check";
import { fieldErrors } from "../../client/problem-text";
import { useMessageText, useReaderLocale } from "../../client/use-locale";
import { type TypedProblems, useTypedProblems } from "../../client/use-typed-problems";
import { findVipProblems, type VipDraft } from "./vip-draft";

/** What there is against a form whose `body` would be asked about: its own problems, a refusal, and what checks found. */
export function useVipErrors(
  draft: VipDraft,
  body: object,
  answer: { readonly problem: Problem | null; readonly report: CheckReport | null },
): TypedProblems {
  const locale = useReaderLocale();
  const text = useMessageText();
  const own = useTypedProblems(JSON.stringify(body), findVipProblems(draft, body));
  const { problem, report } = answer;
  const errors = (pointer: string): readonly string[] => {
    const found = report === null ? [] : fieldFindings(report, pointer).map(text);
    return [...new Set([...own.errors(pointer), ...fieldErrors(problem, pointer, locale), ...found])];
  };
  return { tell: own.tell, errors };
}
