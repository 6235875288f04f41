import type { DrillTopology, Locale } from "@primacy/contract";
import type { DrillSetting, DrillSettingName } from "@primacy/core/drill/system";
import { listMarks } from "../../i18n/list-marks";

type Member = DrillTopology["members"][number];

/** The texts below `drill.system` that names and values are made of. */
export type SystemWord = "primacy" | "agent" | "server" | "of" | "unknown" | "none";

/** How settings and members are told in one language. */
export interface SystemTexts {
  /** Variables and timings keep the names that they have in MySQL and in the API. */
  readonly name: (setting: DrillSettingName) => string;
  /** One value where all servers have it, else each with its servers. */
  readonly readings: (readings: DrillSetting["readings"]) => string;
  /** State, role, `super_read_only` and VIPs of a member. */
  readonly cells: (member: Member) => readonly [string, string, string, string];
}

/** The columns of {@link SystemTexts.cells}. */
export const memberColumns = ["state", "role", "readOnly", "vips"] as const;

/** Makes them; `word` has the texts of `drill.system`. */
export function systemTextsOf(
  locale: Locale,
  word: (key: SystemWord, values?: Record<string, string>) => string,
): SystemTexts {
  const marks = listMarks[locale];
  return {
    name: (setting) =>
      setting.of === "variable" || setting.of === "timing" ? setting.name : word(setting.of),
    readings: (readings) => {
      const tell = (value: string | null): string => value ?? word("unknown");
      const [first] = readings;
      if (readings.length === 1 && first !== undefined) return tell(first.value);
      return readings
        .map(({ names, value }) => word("of", { names: names.join(marks.name), value: tell(value) }))
        .join(marks.entry);
    },
    cells: ({ state, role, isReadOnly, holds }) => [
      state ?? word("unknown"),
      role ?? word("none"),
      isReadOnly === null ? word("unknown") : isReadOnly ? "ON" : "OFF",
      holds === null ? word("unknown") : holds.length === 0 ? word("none") : holds.join(marks.name),
    ],
  };
}
