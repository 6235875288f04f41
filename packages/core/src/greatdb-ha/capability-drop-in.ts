import { showEdit } from "./show-edit";

/** What mysqld needs to bind an address, and to announce it. */
export const pluginCapabilities = ["CAP_NET_ADMIN", "CAP_NET_RAW"] as const;

/**
 * The drop-in that gives a mysqld which systemd starts as its own user the capabilities to bind and announce addresses
 * (systemd.exec(5), AmbientCapabilities). It counts from the next start of the server on, and adds to what other drop-ins give.
 */
export const capabilityDropIn = `[Service]\nAmbientCapabilities=${pluginCapabilities.join(" ")}\n`;

/** The same as the host operator writes it. No console sends it. */
export const ownDropIn = `# Primacy wrote this for the plugin greatdb_ha.\n${capabilityDropIn}`;

/** Another name than a person's, whose file is not Primacy's to delete. */
export const ownDropInName = "primacy-greatdb-ha.conf";

/** Where a unit has its drop-ins. */
const unitFolder = "/etc/systemd/system";

/** Where the host operator writes the drop-in of a unit. */
export function ownDropInFile(unit: string): string {
  return `${unitFolder}/${unit}.d/${ownDropInName}`;
}

/** That file as a plan shows it, in the form of `diff`. */
export function showOwnDropIn(unit: string): string {
  const spans = [{ at: 0, oldText: "", newText: ownDropIn }];
  return showEdit("", { file: ownDropInFile(unit), oldHash: "", newHash: "", spans });
}

/** What root runs to put a drop-in beside a unit by hand; the server is not restarted. */
export function dropInCommand(unit: string): string {
  const folder = `${unitFolder}/${unit}.d`;
  const text = capabilityDropIn.replaceAll("\n", "\\n");
  return `mkdir -p ${folder} && printf '${text}' > ${folder}/greatdb-ha.conf && systemctl daemon-reload`;
}
