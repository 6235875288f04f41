import type { VipProof } from "@primacy/contract";
import type { ListMarks } from "../../i18n/list-marks";

/** One line of a proof: a text of `vip.wizard` with its parameters. */
export interface ProofLine {
  readonly tone: "ok" | "unknown";
  readonly code:
    | "proofHeld"
    | "proofWire"
    | "proofNotAsked"
    | "proofWrite"
    | "proofWriteAtHome"
    | "proofRead"
    | "proofReadAtHome"
    | "proofTime";
  readonly params: Readonly<Record<string, string>>;
}

/** What proved that the address is where it belongs, and of whom nothing is known; `duration` writes milliseconds. */
export function listProof(
  proof: VipProof,
  duration: (ms: number) => string,
  marks: ListMarks,
): readonly ProofLine[] {
  const { holderHostName: host, macs, askedBy, notAskedBy, heldAfterMs } = proof;
  // What did not leave the holder's machine proves nothing of the network.
  const throughIt = (code: "proofWrite" | "proofRead"): ProofLine => ({
    ...(proof.isFromHolder === true
      ? ({ tone: "unknown", code: `${code}AtHome` } as const)
      : ({ tone: "ok", code } as const)),
    params: { server: host },
  });
  return [
    { tone: "ok", code: "proofHeld", params: { host } },
    ...(macs.length === 0
      ? []
      : [
          {
            tone: "ok",
            code: "proofWire",
            params: { macs: macs.join(marks.name), hosts: askedBy.join(marks.name) },
          } as const,
        ]),
    ...(notAskedBy.length === 0
      ? []
      : [
          { tone: "unknown", code: "proofNotAsked", params: { hosts: notAskedBy.join(marks.name) } } as const,
        ]),
    ...(proof.writtenServerUuid === undefined ? [] : [throughIt("proofWrite")]),
    ...(proof.readServerUuid === undefined ? [] : [throughIt("proofRead")]),
    { tone: "ok", code: "proofTime", params: { time: duration(heldAfterMs) } },
  ];
}
