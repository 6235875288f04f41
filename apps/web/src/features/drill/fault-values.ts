import { type Drill, proxyServiceTitles } from "@primacy/contract";

/** What the texts of a fault are filled with; `isNamed` and `drops` choose between their wordings. */
export type FaultValues = Readonly<
  Record<"member" | "other" | "isNamed" | "drops" | "program" | "host", string>
>;

/** Of a drill, or of a check that has found whom it would hit. */
export function faultValues({
  fault,
  target,
  other,
  proxy,
}: Pick<Drill, "fault" | "target" | "other" | "proxy">): FaultValues {
  return {
    member: target.name,
    other: other?.name ?? "",
    isNamed: other === null ? "no" : "yes",
    program: fault.kind === "kill_proxy" ? proxyServiceTitles[fault.program] : "",
    host: proxy?.host ?? target.name,
    drops: fault.kind === "cut_one_way" ? fault.drops : "to_secondary",
  };
}
