import { release } from "node:os";

/**
 * What an IPv6 address carries that the agent put there, in place of IPv4's label: the kernel keeps this number with it
 * (IFA_PROTO), and nobody else uses it. iproute2 writes it as `proto 0x70`.
 */
export const addressMark = 0x70;
/** The longest lease that there is: what lives longer is somebody else's. */
export const maxLeaseSeconds = 5;

/** How an IPv6 address stands in the kernel. */
export interface Ipv6Form {
  readonly prefixLength: number;
  /** Null: permanent. */
  readonly validSeconds: number | null;
  /** It was put there without duplicate address detection of the kernel's own. */
  readonly isWithoutDad: boolean;
  /** Null: none, or none that could be seen. */
  readonly mark: number | null;
}

/**
 * True for an IPv6 address as the agent puts it there: for itself alone, with a short life, without duplicate address
 * detection, and with the mark. A permanent one never is, whatever else it carries. Where `canMark` is false nothing else
 * can be told from it, so that one without a mark counts.
 */
export function isOwnForm(form: Ipv6Form, canMark: boolean): boolean {
  const isLeased = form.validSeconds !== null && form.validSeconds <= maxLeaseSeconds;
  const isMarked = form.mark === null ? !canMark : form.mark === addressMark;
  return form.prefixLength === 128 && isLeased && form.isWithoutDad && isMarked;
}

/** Whether a kernel keeps the mark: since 5.18. Some older ones of a distribution do too, which then shows by itself. */
export function keepsMark(kernel: string = release()): boolean {
  const [major = 0, minor = 0] = kernel.split(/[.-]/).map(Number);
  return major > 5 || (major === 5 && minor >= 18);
}
