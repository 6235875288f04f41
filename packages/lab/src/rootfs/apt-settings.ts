import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { LabError } from "../errors";
import { runCommand } from "../process/run-command";

/** Where packages come from, and the options that make the machine's own apt reach it. */
export interface AptSettings {
  readonly mirror: string;
  readonly options: readonly string[];
}

const PASSED_ON =
  /^(Acquire::(Check-Valid-Until|Check-Date|[a-z]+::(?:[^ ]*::)?Proxy|Retries)[^ ]*) "(.*)";$/i;

/**
 * Reads the machine's own Debian mirror and the apt options that matter to a build (validity dates, proxies).
 * `PRIMACY_LAB_MIRROR` overrides the mirror. Throws LabError `requirements_missing` when neither names one.
 */
export async function observeAptSettings(signal?: AbortSignal): Promise<AptSettings> {
  const dump = await runCommand(["apt-config", "dump"], { timeoutMs: 10_000, signal });
  const options = dump.stdout
    .split("\n")
    .map((line) => PASSED_ON.exec(line))
    .flatMap((match) => (match?.[1] && match[3] ? [`${match[1]} "${match[3]}";`] : []));
  const mirror = process.env.PRIMACY_LAB_MIRROR || (await findMirror());
  if (mirror === undefined) {
    throw new LabError(
      "requirements_missing",
      "No Debian mirror is named in this machine's apt sources; set PRIMACY_LAB_MIRROR to one and try again.",
    );
  }
  return { mirror, options };
}

/** A Debian archive is told from other repositories by its last path component, which is always `debian`. */
async function findMirror(): Promise<string | undefined> {
  for (const text of await readSources()) {
    for (const match of text.matchAll(
      /(?:^deb\s+(?:\[[^\]]*\]\s+)?|^URIs:\s*|\s)((?:https?|mirror\+file):\/[^\s]+)/gm,
    )) {
      const line = lineOf(text, match.index + 1);
      if (line.trimStart().startsWith("#")) continue;
      const address = (await resolveMirror(match[1] ?? "")).replace(/\/+$/, "");
      if (address.endsWith("/debian")) return address;
    }
  }
  return undefined;
}

/** Cloud images name a file that lists mirrors; the first of them will do. */
async function resolveMirror(uri: string): Promise<string> {
  const file = /^mirror\+file:(?:\/\/)?(\/.*)$/.exec(uri)?.[1];
  if (file === undefined) return uri;
  const text = await readFile(file, "utf8").catch(() => "");
  return (
    text
      .split("\n")
      .find((line) => /^https?:/.test(line))
      ?.split(/\s/)[0] ?? ""
  );
}

function lineOf(text: string, index: number): string {
  const start = text.lastIndexOf("\n", index - 1) + 1;
  const end = text.indexOf("\n", index);
  return text.slice(start, end < 0 ? text.length : end);
}

async function readSources(): Promise<string[]> {
  const folder = "/etc/apt/sources.list.d";
  const names = await readdir(folder).catch(() => []);
  const files = ["/etc/apt/sources.list", ...names.sort().map((name) => join(folder, name))];
  return Promise.all(files.map((file) => readFile(file, "utf8").catch(() => "")));
}
