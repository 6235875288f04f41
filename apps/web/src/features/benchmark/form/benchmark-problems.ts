import { BenchmarkRequest, checkValue, type ProblemDetail, problemDetail } from "@primacy/contract";
import { type ArmDraft, type BenchmarkDraft, chosenArms, toBenchmarkRequest } from "./benchmark-draft";
import { draftTellsSeconds, listTyped } from "./workload-draft";

/** The fields of the form that stand there once. */
const single = [
  "name",
  "loadHostId",
  "tables",
  "tableSize",
  "options",
  "rows",
  "intColumns",
  "charColumns",
  "query",
  "create",
  "queries",
  "iterations",
  "program",
  "run",
  "prepare",
  "variable",
  "arms",
  "threads",
  "blocks",
  "runSeconds",
  "warmupSeconds",
  "hygiene",
] as const;

/** A field of the form: one of a kind, or a part of one arm. */
export type Place =
  | (typeof single)[number]
  | `arm:${string}`
  | `arm-name:${string}`
  | `arm-address:${string}`
  | `arm-port:${string}`;

/** The id of the control of a field, where the summary of problems leads. */
export function idOfPlace(place: Place): string {
  return `benchmark-${place}`;
}

/**
 * The field that a problem's pointer is about; null where it is about none. An arm's number in a pointer is its place among
 * the chosen ones, which is not where it stands in the form.
 */
export function placeOf(pointer: string, draft: Pick<BenchmarkDraft, "arms">): Place | null {
  const [first = "", second = "", third = "", ...rest] = pointer.split("/").slice(1);
  if (first === "workload") {
    const field = second === "sql" || second === "password" ? third : second;
    return single.find((place) => place === field) ?? null;
  }
  if (first === "arms" && second !== "") {
    const arm = chosenArms(draft)[Number(second)];
    if (arm === undefined) return "arms";
    if (third === "name") return `arm-name:${arm.key}`;
    const { key, target } = addressAt(arm, Number(rest[0] ?? 0));
    if (target.kind === "known") return `arm:${arm.key}`;
    return rest.at(-1) === "port" ? `arm-port:${key}` : `arm-address:${key}`;
  }
  return single.find((place) => place === first) ?? null;
}

/** The first address of an arm has the arm's own key. */
function addressAt(arm: ArmDraft, index: number): Pick<ArmDraft, "key" | "target"> {
  return arm.more[index - 1] ?? arm;
}

/** What the API would say against the form as it stands. */
export function findProblems(draft: BenchmarkDraft): readonly ProblemDetail[] {
  const found = checkValue(BenchmarkRequest, "", toBenchmarkRequest(draft));
  if (draft.loadHostId !== null) return found;
  return [...found.filter(({ path }) => path !== "/loadHostId"), problemDetail("/loadHostId", "required")];
}

/** The pointers of fields in which nothing stands yet: nobody is told of them before they ask. */
export function listEmpty(draft: BenchmarkDraft): readonly string[] {
  const { name, loadHostId, threads, blocks, runSeconds, warmupSeconds } = draft;
  const typed = {
    "/name": name ?? "-",
    "/loadHostId": loadHostId ?? "",
    ...listTyped(draft),
    "/threads": threads,
    "/blocks": blocks,
    "/runSeconds": runSeconds,
    "/warmupSeconds": draftTellsSeconds(draft) ? warmupSeconds : "-",
  };
  const arms = chosenArms(draft).flatMap((arm, index): (readonly [string, string])[] => [
    [`/arms/${index}/name`, arm.name],
    ...[arm, ...arm.more].flatMap(({ target }, place): (readonly [string, string])[] =>
      target.kind === "known"
        ? []
        : [
            [`/arms/${index}/endpoints/${place}/address`, target.address],
            [`/arms/${index}/endpoints/${place}/port`, target.port],
          ],
    ),
  ]);
  return [...Object.entries(typed), ...arms].flatMap(([pointer, text]) =>
    text.trim() === "" ? [pointer] : [],
  );
}
