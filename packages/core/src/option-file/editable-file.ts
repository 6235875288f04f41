import {
  type MessageParams,
  type ProblemDetail,
  problemDetail,
  type Refusal,
  refuse,
} from "@primacy/contract";
import { fromByteText } from "./byte-text";
import type { ParsedOptionFile } from "./parse-file";
import type { FileProblem, FileVisit, OptionReading } from "./read-files";

/** A file that may be edited. */
export interface EditableFile {
  readonly realPath: string;
  readonly parsed: ParsedOptionFile;
}

/** The file at a path that the server reads; refused where it cannot be edited, or where the server does not start with the files. */
export function findEditable(file: string, reading: OptionReading): EditableFile | Refusal {
  const visit = reading.visits.find(({ path }) => path === file);
  if (visit === undefined) return refuse("conflict", [ofFile("option_file_not_read", { file })]);
  const { sight, parsed } = visit;
  const broken = reading.visits.flatMap((one) =>
    one.problem === null || (one.path !== file && !reading.isFatal)
      ? []
      : [describeProblem(one, one.problem)],
  );
  const problems = [...broken, ...describeAbsent(reading), ...describeSight(file, visit)];
  if (problems.length > 0 || sight.kind !== "text" || parsed === null)
    return refuse("conflict", problems.length > 0 ? problems : [ofFile("option_file_unreadable", { file })]);
  return { realPath: sight.realPath, parsed };
}

/** The file that the server's command line names, where that is what keeps the server from starting. */
function describeAbsent({ isFatal, visits }: OptionReading): readonly ProblemDetail[] {
  const last = visits.at(-1);
  return isFatal && last !== undefined && last.problem === null ? describeSight(last.path, last) : [];
}

function describeSight(file: string, { sight }: FileVisit): readonly ProblemDetail[] {
  switch (sight.kind) {
    case "text":
      return sight.isWritable ? [] : [ofFile("option_file_read_only", { file })];
    case "missing":
      return [ofFile("option_file_missing", { file })];
    case "unreadable":
      return [ofFile("option_file_unreadable", { file })];
    case "world-writable":
      return [ofFile("option_file_world_writable", { file })];
  }
}

const problemCodes: Readonly<Record<FileProblem, string>> = {
  group_unclosed: "option_group_unclosed",
  option_without_group: "option_without_group",
  directive_empty: "option_directive_empty",
  name_empty: "option_name_empty",
  folder_unreadable: "option_folder_unreadable",
  too_many_files: "option_too_many_files",
};

function describeProblem(
  { path }: FileVisit,
  { kind, line }: { readonly kind: FileProblem; readonly line: number },
): ProblemDetail {
  return ofFile(problemCodes[kind], { file: path, line });
}

function ofFile(code: string, { file, ...params }: MessageParams & { readonly file: string }): ProblemDetail {
  return problemDetail("/file", code, { ...params, file: fromByteText(file) });
}
