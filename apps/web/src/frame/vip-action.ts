/** What the palette offers for the write VIP of a cluster. */
export interface VipAction {
  readonly label: "configureVip" | "changeVip";
  readonly keyword: string;
  readonly href: string;
}

/** A cluster has one write VIP: it is configured once, and changed after that. Null while it is not known which. */
export function findVipAction(clusterId: string, hasVip: boolean | undefined): VipAction | null {
  if (hasVip === undefined) return null;
  return hasVip
    ? { label: "changeVip", keyword: "change vip", href: `/clusters/${clusterId}/vip` }
    : { label: "configureVip", keyword: "configure vip", href: `/clusters/${clusterId}/vip/new` };
}
