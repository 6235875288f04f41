/** Clusters. */
export const cluster = {
  tab: { topology: "Topology", members: "Members", vip: "VIP", events: "Events" },
};
