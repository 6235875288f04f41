import { expect, test } from "vitest";
import { StepFailure } from "../../operation/failure";
import { judgeCapable } from "./capability-steps";

const place = { hostName: "db1" };
const start = { readsNone: false, file: null, extraFile: null, groupSuffix: "", options: [] };
const server = { pid: 7, hasNetAdmin: true, hasNetRaw: true, start };

function codeOf(seen: Parameters<typeof judgeCapable>[1]): string {
  try {
    return judgeCapable(place, seen).detail?.code ?? "-";
  } catch (error) {
    if (error instanceof StepFailure) return error.explanation.code;
    throw error;
  }
}

test("a server counts as capable only with both capabilities, and only where exactly one runs", () => {
  expect(codeOf({ server, serverCount: 1 })).toBe("detail.plugin_capable");
  const lacking = [{ hasNetAdmin: false }, { hasNetRaw: false }].map((change) => ({ ...server, ...change }));
  for (const one of lacking) expect(codeOf({ server: one, serverCount: 1 })).toBe("failure.plugin_capable");
  for (const serverCount of [0, 2])
    expect(codeOf({ server: null, serverCount })).toBe("failure.plugin_capable_unseen");
});
