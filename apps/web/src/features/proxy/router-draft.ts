import type { ProxyQuestion } from "@primacy/contract";

/** What stands in the form of a MySQL Router; ports as they are typed. */
export interface RouterDraft {
  readonly hostId: string | null;
  readonly write: string;
  readonly read: string;
  /** Empty: none. */
  readonly split: string;
}

/** The ports that MySQL Router has where nobody chooses others. */
export const usualPorts = { write: "6446", read: "6447", split: "6450" } as const;

/** What is wrong with a draft, as a key of its texts. */
export type RouterProblem = "portRange" | "portSame";

const portNames = ["write", "read", "split"] as const;
export type RouterPortName = (typeof portNames)[number];

/** What is wrong with each port; none where the draft can be checked, but for its host. */
export function findPortProblems(
  draft: RouterDraft,
): Readonly<Partial<Record<RouterPortName, RouterProblem>>> {
  const problems: Partial<Record<RouterPortName, RouterProblem>> = {};
  for (const name of portNames) {
    if (name === "split" && draft.split.trim() === "") continue;
    const port = toPort(draft[name]);
    const isTwin = portNames.some((other) => other !== name && toPort(draft[other]) === port);
    if (port === null) problems[name] = "portRange";
    else if (isTwin && name !== "write") problems[name] = "portSame";
  }
  return problems;
}

/** What the API is asked; null while the draft is not complete. */
export function toQuestion(draft: RouterDraft): ProxyQuestion | null {
  const [write, read] = [toPort(draft.write), toPort(draft.read)];
  if (draft.hostId === null || write === null || read === null) return null;
  if (Object.keys(findPortProblems(draft)).length > 0) return null;
  const ports = { write, read, split: toPort(draft.split) };
  return { proxy: { kind: "router", hostIds: [draft.hostId], ports } };
}

function toPort(text: string): number | null {
  const port = /^\d{1,5}$/.test(text.trim()) ? Number(text.trim()) : 0;
  return port >= 1 && port <= 65_535 ? port : null;
}
