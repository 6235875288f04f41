/**
 * The drop-in that gives a mysqld which systemd starts as its own user the capabilities to bind and announce addresses
 * (systemd.exec(5), AmbientCapabilities). It counts from the next start of the server on.
 */
export const capabilityDropIn = "[Service]\nAmbientCapabilities=CAP_NET_ADMIN CAP_NET_RAW\n";

/** What root runs to put it beside a unit; the server is not restarted. */
export function dropInCommand(unit: string): string {
  const folder = `/etc/systemd/system/${unit}.d`;
  const text = capabilityDropIn.replaceAll("\n", "\\n");
  return `mkdir -p ${folder} && printf '${text}' > ${folder}/greatdb-ha.conf && systemctl daemon-reload`;
}
