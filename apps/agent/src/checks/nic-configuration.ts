import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { NicManagerObservation } from "@primacy/contract/agent";

const runFolder = "/run";

/**
 * What configures an interface, by the state that the managers themselves keep under `/run`: systemd-networkd takes
 * addresses away that it did not give unless its configuration says to keep them. Never throws.
 */
export async function findNicManager(
  interfaceIndex: number | null,
  folder: string = runFolder,
): Promise<NicManagerObservation> {
  if (interfaceIndex === null) {
    return none("the interface is not known to the kernel");
  }
  const link = parseSettings(await readText(path.join(folder, "systemd/netif/links", `${interfaceIndex}`)));
  const file = link.get("NETWORK_FILE") ?? "";
  if (file !== "" && link.get("ADMIN_STATE") !== "unmanaged") {
    const kept = await findKeepConfiguration(file, link.get("NETWORK_FILE_DROPINS") ?? "");
    const isKept = kept !== null && !["no", "false", "0", "off", "dynamic-on-stop"].includes(kept);
    return {
      kind: "networkd",
      keepsAddresses: isKept,
      evidence: kept === null ? file : `${file}: KeepConfiguration=${kept}`,
    };
  }
  const device = parseSettings(
    await readText(path.join(folder, "NetworkManager/devices", `${interfaceIndex}`)),
  );
  if (["true", "1", "yes"].includes(device.get("managed") ?? "")) {
    const connection = device.get("connection-uuid") ?? "";
    const evidence = connection === "" ? "managed=true" : `connection-uuid=${connection}`;
    return { kind: "NetworkManager", keepsAddresses: null, evidence };
  }
  return none("neither systemd-networkd nor NetworkManager manages the interface");
}

/** The settings `NAME=value` of a file of systemd or NetworkManager; of several with one name, the last. */
export function parseSettings(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split("\n").flatMap((line): [string, string][] => {
      const match = /^\s*([A-Za-z_][A-Za-z0-9_-]*)\s*=\s*(.*?)\s*$/.exec(line);
      return match?.[1] === undefined ? [] : [[match[1], match[2] ?? ""]];
    }),
  );
}

/** The value in force: drop-ins come after the file. Null where none has it. */
async function findKeepConfiguration(file: string, dropIns: string): Promise<string | null> {
  const listed = dropIns.split(/[:\s]+/).filter((one) => one.startsWith("/"));
  const folder = `${file}.d`;
  const found = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".conf")).sort();
  let value: string | null = null;
  for (const one of [file, ...new Set([...listed, ...found.map((name) => path.join(folder, name))])]) {
    value = parseSettings(await readText(one)).get("KeepConfiguration") ?? value;
  }
  return value?.toLowerCase() ?? null;
}

function none(evidence: string): NicManagerObservation {
  return { kind: "none", keepsAddresses: true, evidence };
}

async function readText(file: string): Promise<string> {
  return readFile(file, "utf8").catch(() => "");
}
