"use client";

import { formatMessage, type Problem, type ProblemDetail } from "@primacy/contract";
import type { FormProblem } from "@primacy/ui";
import { useState } from "react";
import { useReaderLocale } from "../../client/use-locale";
import { useTypedProblems } from "../../client/use-typed-problems";
import {
  findHaproxyProblems,
  type HaproxyDraft,
  type HaproxyField,
  idOfField,
  pointerOf,
} from "./haproxy-draft";

/** What is wrong with the form of HAProxy with Keepalived. */
export interface HaproxyErrors {
  /** The reasons to show at a field. */
  readonly at: (field: HaproxyField) => readonly string[];
  /** All of them, each with its field; empty until somebody has asked for the check. */
  readonly all: readonly FormProblem[];
  /** A field was left: what is wrong is told now. */
  readonly tell: () => void;
  /** Somebody asks for the check: true where nothing is wrong, else everything is told. */
  readonly ask: () => boolean;
}

const fields: readonly HaproxyField[] = [
  "hostIds",
  "address",
  "prefixLength",
  "ports/write",
  "ports/read",
  "checkPort",
  "virtualRouterId",
];

/** Brings what the form itself knows, and what the API refused, to the fields. */
export function useHaproxyErrors(
  draft: HaproxyDraft,
  free: number | null,
  problem: Problem | null,
): HaproxyErrors {
  const locale = useReaderLocale();
  const [isTold, setTold] = useState(false);
  const own = findHaproxyProblems(draft, free);
  // Nobody is told of what they have not come to yet.
  const begun = own.filter(
    ({ path }) =>
      (path !== "/proxy/hostIds" || draft.hostIds.length > 0) &&
      (path !== "/proxy/address" || draft.address !== ""),
  );
  const typed = useTypedProblems(JSON.stringify(draft), begun);
  const told: readonly ProblemDetail[] = [...(isTold ? own : []), ...(problem?.errors ?? [])];
  const textOf = (one: ProblemDetail): string => formatMessage(one.message, locale);
  const isOf = (field: HaproxyField, path: string): boolean =>
    path === pointerOf(field) || path.startsWith(`${pointerOf(field)}/`);
  const listed = told.map((one): FormProblem => {
    const field = fields.find((place) => isOf(place, one.path));
    return field === undefined
      ? { message: textOf(one) }
      : { message: textOf(one), fieldId: idOfField(field) };
  });
  return {
    at: (field) => [
      ...new Set([
        ...typed.errors(pointerOf(field)),
        ...told.filter(({ path }) => isOf(field, path)).map(textOf),
      ]),
    ],
    all: listed.filter((one, at) => listed.findIndex(({ message }) => message === one.message) === at),
    tell: typed.tell,
    ask: () => {
      setTold(own.length > 0);
      return own.length === 0;
    },
  };
}
