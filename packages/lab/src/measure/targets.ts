/** What each measurement has to come to; a `…Percent` of throughput is to either side of none. */
export const measureTargets = {
  switchover: { p50Ms: 150, p95Ms: 300 },
  crash: { addedP95Ms: 600 },
  "agent-cost": { cpuPercent: 1.5, pssMb: 120, throughputPercent: 3 },
  harness: { widthRatio: 1.5, agentCpuPercent: 2 },
  "article-000": { routerLowPercent: 0 },
  prober: { intervals: 2, cpuPercent: 5 },
  plugin: { leftovers: 0, membersOut: 1, lostWrites: 0 },
  drills: { lostWrites: 0, vipShareP50Ms: 200 },
  "topology-latency": { p95Ms: 500, changeP95Ms: 1000 },
} as const;
