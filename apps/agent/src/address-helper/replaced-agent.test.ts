import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const fixture = path.join(import.meta.dirname, "replaced-agent.fixture.ts");

/** Has a shell for a supervisor, with one child to be replaced; resolves to what the fixture said. */
async function replace(shell: { onSignal: string; replaces?: string; supervisor?: string }): Promise<string> {
  const { onSignal, replaces = "$before", supervisor = "$$" } = shell;
  const script = `
    sleep 30 & before=$!
    trap '${onSignal}' USR2
    PRIMACY_AGENT_REPLACES="${replaces}" PRIMACY_SUPERVISOR_PID="${supervisor}" "$0" --import tsx "$1" & next=$!
    while kill -0 "$next" 2>/dev/null; do wait "$next"; done
    kill -9 "$before" 2>/dev/null || :`;
  const { stdout } = await promisify(execFile)("sh", ["-c", script, process.execPath, fixture]);
  return stdout.trim();
}

test("what is replaced is ended by the supervisor, dead but not waited for", async () => {
  expect(await replace({ onSignal: 'kill -9 "$before"' })).toBe("ended");
});

test("nothing goes on in the place of one that stays", async () => {
  expect(await replace({ onSignal: ":" })).toBe("still_running");
});

test("a process of anybody else is not waited for", async () => {
  expect(await replace({ onSignal: ":", replaces: String(process.pid) })).toBe("ended");
});

test("no other parent than the supervisor gets the signal", async () => {
  expect(await replace({ onSignal: 'kill -9 "$before"', supervisor: "1" })).toBe("no_supervisor");
});
