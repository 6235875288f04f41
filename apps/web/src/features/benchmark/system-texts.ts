import type { Locale } from "@primacy/contract";
import type { FactReading, SystemFactName } from "@primacy/core/benchmark";
import { formatBytes } from "@primacy/ui/format";
import { listMarks } from "../../i18n/list-marks";
import { languageTag } from "../../i18n/locale";

/** The texts that names and readings are made of, by their keys below `benchmark.system`. */
export type SystemWord =
  | "version"
  | "kernel"
  | "processors"
  | "memory"
  | "loadKernel"
  | "loadProcessors"
  | "loadMemory"
  | "of"
  | "unknown";

/** How facts of servers and hosts are told in one language. */
export interface SystemTexts {
  readonly name: (fact: SystemFactName) => string;
  /** One value where all members have it, else each with its members. */
  readonly readings: (readings: readonly FactReading[]) => string;
}

const loadWords = { kernel: "loadKernel", processors: "loadProcessors", memory: "loadMemory" } as const;

/** Makes them; variables keep the names that MySQL gives them. */
export function systemTextsOf(
  locale: Locale,
  loadHost: string,
  word: (key: SystemWord, values?: Record<string, string>) => string,
): SystemTexts {
  const marks = listMarks[locale];
  const tell = (value: FactReading["value"]): string => {
    if (value === null) return word("unknown");
    return typeof value === "number" ? formatBytes(value, languageTag[locale]) : value;
  };
  return {
    name: (fact) => {
      if (fact.of === "load") return word(loadWords[fact.name], { host: loadHost });
      if (fact.of === "host") return word(fact.name);
      return fact.name === "version" ? word(fact.name) : fact.name;
    },
    readings: (readings) => {
      const [first] = readings;
      if (first === undefined) return word("unknown");
      if (readings.length === 1) return tell(first.value);
      const texts = readings.map(({ names, value }) =>
        word("of", { names: names.join(marks.name), value: tell(value) }),
      );
      return texts.join(marks.entry);
    },
  };
}
