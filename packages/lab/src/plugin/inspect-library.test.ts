import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inspectLibrary } from "@primacy/core/greatdb-ha";
import { describe, expect, it } from "vitest";
import { getLabDirectory } from "../paths";
import { pluginLibrary } from "./build-plugin";
import { pluginFolder } from "./server-abi";

/** What a lab of this machine has left: the libraries of the server's package, and stand-ins that were built. */
function find(among: string, below: string, isMeant: (name: string) => boolean): readonly string[] {
  const folder = join(getLabDirectory(), among);
  const list = (at: string): readonly string[] => (existsSync(at) ? readdirSync(at) : []);
  return list(folder).flatMap((one) => {
    const at = join(folder, one, below);
    return (lstatSync(join(folder, one)).isDirectory() ? list(at) : [])
      .filter(isMeant)
      .map((name) => join(at, name));
  });
}
const ofServer = find("roots", pluginFolder, (name) => name.endsWith(".so"));
const standIns = find("plugins", "", (name) => name === pluginLibrary);

describe.runIf(ofServer.length > 0)("each library of the server's own package", () => {
  it.each(ofServer)("is told from the plugin: %s", (file) => {
    const found = inspectLibrary(readFileSync(file), "");
    const codes = found.kind === "library" ? ["library"] : found.reasons.map(({ code }) => code);
    expect(codes).toHaveLength(1);
    expect(["library_other_plugin", "library_nameless", "library_no_plugin"]).toContain(codes[0]);
    if (!file.endsWith("/auth_socket.so")) return;
    expect(found).toMatchObject({
      reasons: [{ code: "library_other_plugin", message: { params: { name: "auth_socket" } } }],
    });
  });
});

describe.runIf(standIns.length > 0)("each stand-in that was built", () => {
  it.each(standIns)("is the plugin, and says for which server: %s", (file) => {
    const found = inspectLibrary(readFileSync(file), "");
    expect(found).toMatchObject({ kind: "library" });
    expect([90_704, 90_705]).toContain(found.kind === "library" ? found.serverVersion : null);
  });
});
