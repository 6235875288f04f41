import type { HostFacts } from "@primacy/contract";
import type { RemoteSession } from "../connection/session";
import { observeFreeBytes } from "../upload/free-space";
import { observeMysql } from "./observe-mysql";
import { parseNics, parseOsRelease, parseTools, parseUname } from "./parse-facts";

// Fixed text, no argument: prints the names of the tools that the host has.
const toolScript =
  'for tool in ip ss nft arping; do command -v "$tool" >/dev/null 2>&1 && echo "$tool"; done; true';

/**
 * Looks at a host: system, privileges, interfaces, MySQL servers, tools, free space for `installPath`. It changes
 * nothing. What the host cannot tell is null or absent. Throws what `RemoteSession.run` throws.
 */
export async function observeFacts(
  session: RemoteSession,
  options: { signal: AbortSignal; now: Date; installPath: string },
): Promise<HostFacts> {
  const { signal } = options;
  const privilege = await session.observePrivilege(signal);
  const ask = async (...args: string[]): Promise<string> => {
    const { stdout, exitCode } = await session.run(args, { signal, acceptsFailure: true });
    return exitCode === 0 ? stdout : "";
  };
  const [uname, osRelease, glibc, toolText] = await Promise.all([
    ask("uname", "-srm"),
    ask("cat", "/etc/os-release"),
    ask("getconf", "GNU_LIBC_VERSION"),
    ask("sh", "-c", toolScript),
  ]);
  const tools = parseTools(toolText);
  const [nics, freeBytes, mysql] = await Promise.all([
    tools.has("ip") ? ask("ip", "-j", "address") : "",
    observeFreeBytes(session, options.installPath, signal),
    observeMysql(session, privilege, tools.has("ss"), signal),
  ]);
  return {
    os: parseOsRelease(osRelease),
    ...parseUname(uname),
    glibc: /^glibc (\d+\.\d+)/.exec(glibc)?.[1] ?? null,
    privilege,
    mysql,
    nics: parseNics(nics),
    hasIproute: tools.has("ip"),
    hasNft: tools.has("nft"),
    hasArping: tools.has("arping"),
    freeBytes,
    testedAt: options.now.toISOString(),
  };
}
