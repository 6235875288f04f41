"use client";

import { formatMessage, type Problem, type ProblemDetail } from "@primacy/contract";
import type { FormProblem } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useReaderLocale } from "../../../client/use-locale";
import { useTypedProblems } from "../../../client/use-typed-problems";
import type { BenchmarkDraft } from "./benchmark-draft";
import { findProblems, idOfPlace, listEmpty, type Place, placeOf } from "./benchmark-problems";
import { parseOptions } from "./option-lines";

/** What is wrong with the form of a benchmark. */
export interface BenchmarkErrors {
  /** The reasons to show at a field. */
  readonly at: (place: Place) => readonly string[];
  /** All of them, each with its field; empty until somebody has asked for the check. */
  readonly all: readonly FormProblem[];
  /** A field was left: what is wrong is told now. */
  readonly tell: () => void;
  /** Somebody asks for the check: true where nothing is wrong, else everything is told. */
  readonly ask: () => boolean;
}

interface PlacedText {
  readonly place: Place | null;
  readonly text: string;
}

/** Brings what the form itself knows, and what the API refused, to the fields; `problem` is that of the last check of this form. */
export function useBenchmarkErrors(draft: BenchmarkDraft, problem: Problem | null): BenchmarkErrors {
  const t = useTranslations("benchmark.form");
  const labelOf = usePlaceLabel(draft);
  const locale = useReaderLocale();
  const [isTold, setTold] = useState(false);
  const own = findProblems(draft);
  const empty = listEmpty(draft);
  const typed = useTypedProblems(
    JSON.stringify(draft),
    own.filter(({ path }) => !empty.includes(path)),
  );
  const { bad, twice } = parseOptions(draft.options);
  const lines: readonly PlacedText[] = (
    draft.tool === "sysbench"
      ? [...bad.map((line) => t("badLine", { line })), ...twice.map((name) => t("twiceLine", { name }))]
      : []
  ).map((text) => ({ place: "options", text }));
  const placed = ({ path, message }: ProblemDetail): PlacedText => ({
    place: placeOf(path, draft),
    text: formatMessage(message, locale),
  });
  const refused = (problem?.errors ?? []).map(placed);
  const told = isTold ? own.map(placed) : [];
  const typedAt = (place: Place): readonly string[] =>
    [...new Set(own.map(({ path }) => path))]
      .filter((path) => placeOf(path, draft) === place)
      .flatMap((path) => typed.errors(path));
  const at = (place: Place): readonly string[] => {
    const here = [...told, ...lines, ...refused].filter((one) => one.place === place);
    return [...new Set([...typedAt(place), ...here.map(({ text }) => text)])];
  };
  const all = [...told, ...(isTold ? lines : []), ...refused].map(
    ({ place, text }): FormProblem =>
      place === null
        ? { message: text }
        : { message: t("problemAt", { field: labelOf(place), text }), fieldId: idOfPlace(place) },
  );
  return {
    at,
    all: all.filter((one, index) => all.findIndex(({ message }) => message === one.message) === index),
    tell: typed.tell,
    ask: () => {
      const isSound = own.length === 0 && lines.length === 0;
      setTold(!isSound);
      return isSound;
    },
  };
}

/** What a field is called in a list of problems. */
function usePlaceLabel({ arms }: Pick<BenchmarkDraft, "arms">): (place: Place) => string {
  const t = useTranslations("benchmark");
  return (place) => {
    switch (place) {
      case "name":
      case "threads":
      case "arms":
        return t(place);
      case "hygiene":
        return t("hygiene.title");
      case "loadHostId":
        return t("form.host");
      case "tables":
      case "tableSize":
      case "options":
      case "blocks":
      case "runSeconds":
      case "warmupSeconds":
        return t(`form.${place}`);
      case "rows":
      case "intColumns":
      case "charColumns":
      case "query":
      case "create":
      case "queries":
      case "iterations":
      case "program":
      case "run":
      case "prepare":
      case "variable":
        return t(`load.${place}`);
      default: {
        // That of a further address begins with the key of its arm.
        const [of] = place.slice(place.indexOf(":") + 1).split("#");
        const arm = arms.find(({ key }) => key === of);
        return arm === undefined || arm.name.trim() === "" ? t("arms") : arm.name;
      }
    }
  };
}
