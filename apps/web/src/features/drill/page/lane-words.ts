import type { DrillPhaseName, Message, ProbeLane, ProbeOutcome } from "@primacy/contract";
import type { LaneWords } from "./timeline-lanes";

type LaneText =
  | `phases.${DrillPhaseName}`
  | `timeline.${"predicted" | "views" | "readOnly" | "address" | "arp" | "silent" | "isReadOnly" | "isWritable" | "held" | "absent" | "nobody" | "mixed" | "logs" | "lines" | "proxies" | "leads" | "nowhere" | "nowhereFor" | "unanswered" | "reader"}`
  | `timeline.lanes.${ProbeLane}`
  | `timeline.outcomes.${ProbeOutcome}`;

/** The words of the lanes in the language of `t`, which has the texts of `drill`, and of `text`, which tells messages. */
export function laneWordsOf(
  t: (key: LaneText, values?: Record<string, number | string>) => string,
  text: (message: Message) => string,
): LaneWords {
  return {
    groups: {
      predicted: t("timeline.predicted"),
      views: t("timeline.views"),
      readOnly: t("timeline.readOnly"),
      addresses: t("timeline.address"),
      arp: t("timeline.arp"),
      logs: t("timeline.logs"),
      proxies: t("timeline.proxies"),
    },
    phase: (phase) => t(`phases.${phase}`),
    lane: (lane) => t(`timeline.lanes.${lane}`),
    outcome: (outcome, count, others) => {
      const most = t(`timeline.outcomes.${outcome}`, { count });
      return others === 0 ? most : t("timeline.mixed", { most, others });
    },
    lines: (worst, others) => (others === 0 ? worst : t("timeline.lines", { worst, others })),
    silent: t("timeline.silent"),
    readOnly: t("timeline.isReadOnly"),
    writable: t("timeline.isWritable"),
    reader: (endpoint) => t("timeline.reader", { endpoint }),
    leads: (server) => t("timeline.leads", { server }),
    nowhere: (reason) =>
      reason === undefined ? t("timeline.nowhere") : t("timeline.nowhereFor", { reason: text(reason) }),
    unanswered: t("timeline.unanswered"),
    held: t("timeline.held"),
    absent: t("timeline.absent"),
    nobody: t("timeline.nobody"),
  };
}
