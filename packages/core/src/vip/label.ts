/** The longest label that the kernel keeps; it cuts a longer one without a word. */
const maxLabelLength = 15;
const mark = ":pv";

/**
 * The kernel label by which the agent knows its own address: `<interface>:pv<key>`. Of a long interface name only the
 * begin fits; `key` alone tells the VIPs of a host apart. `key` has digits and lower-case letters, at most seven.
 */
export function planVipLabel(nic: string, key: string): string {
  return `${nic.slice(0, maxLabelLength - mark.length - key.length)}${mark}${key}`;
}

/** True for a label that `planVipLabel` gives for this interface. */
export function isVipLabel(label: string, nic: string): boolean {
  const match = /^(.+):pv([0-9a-z]{1,7})$/.exec(label);
  return match?.[2] !== undefined && planVipLabel(nic, match[2]) === label;
}
