import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { SharedLibrary } from "./shared-library";

/** What a server wants of its plugins. */
export interface ServerAbi {
  /** As in `version_compile`: 90704 for 9.7.4. */
  readonly serverVersion: number;
  /** Size of a plugin's descriptor, in bytes. */
  readonly descriptorBytes: number;
  readonly interfaceVersion: number;
}

/** The server that the stand-in's declarations are of (packages/lab/plugin/server-abi.h). */
export const pinnedAbi: ServerAbi = { serverVersion: 90704, descriptorBytes: 0x70, interfaceVersion: 0x010b };

/** Folder of the plugins, in a root file system and on a host. */
export const pluginFolder = "/usr/lib/mysql/plugin";

/**
 * Reads it from two plugins that the server's own package brings: a daemon (`keyring_udf.so`), the only kind that carries
 * the version of its server, and `auth_socket.so`, which must agree on the descriptor. Throws RangeError where they are no
 * such plugins, and what `readFile` throws.
 */
export async function readServerAbi(root: string): Promise<ServerAbi> {
  const [daemon, other] = await Promise.all(
    ["keyring_udf.so", "auth_socket.so"].map(
      async (name) => new SharedLibrary(await readFile(join(root, pluginFolder, name))),
    ),
  );
  if (daemon === undefined || other === undefined) throw new RangeError("no plugin to compare with");
  const [descriptorBytes, otherBytes] = [daemon, other].map((one) =>
    one.readNumber("_mysql_sizeof_struct_st_plugin_"),
  );
  if (descriptorBytes === undefined || descriptorBytes !== otherBytes)
    throw new RangeError(
      `two plugins of one server have descriptors of ${descriptorBytes} and ${otherBytes} bytes`,
    );
  return {
    serverVersion: daemon.readNumberBehind("_mysql_plugin_declarations_", 8) >> 8,
    descriptorBytes,
    interfaceVersion: daemon.readNumber("_mysql_plugin_interface_version_"),
  };
}

/** Why the stand-in does not fit, in one sentence; null where it does. */
export function describeMismatch(found: ServerAbi, pinned: ServerAbi = pinnedAbi): string | null {
  const differing = (["serverVersion", "descriptorBytes", "interfaceVersion"] as const).filter(
    (name) => found[name] !== pinned[name],
  );
  if (differing.length === 0) return null;
  const list = differing.map((name) => `${name} is ${found[name]}, not ${pinned[name]}`);
  return `The stand-in for greatdb_ha was written for another server than the lab's: ${list.join("; ")}.`;
}
