/** The articles whose benchmarks are told of here, by their numbers. */
export type ArticleId = "000" | "001" | "002" | "003" | "004";

/** What Primacy lacks to make the measurements of an article. */
export type Missing =
  | "other_engine"
  | "tpcc"
  | "galera"
  | "join_time"
  | "replication"
  | "multi_primary"
  | "network_delay"
  | "command_unknown";

/** Where an article contradicts itself, or has no figure. */
export type Slip =
  | "rows_per_table"
  | "loss_of_router"
  | "clone_unmeasured"
  | "four_times"
  | "share_of_async"
  | "cross_city"
  | "percent_149"
  | "bytes_sent";

/**
 * The unit of a table: `change`, percent with a sign; `duration`, seconds told as minutes and hours; `lag`, seconds; `qps_or_more`, queries per second at
 * the least.
 */
export type PublishedUnit =
  | "change"
  | "share"
  | "duration"
  | "lag"
  | "tps"
  | "qps_or_more"
  | "ms"
  | "mibps"
  | "mbps"
  | "kbps";

/** What is measured in a table. */
export type PublishedMeasure =
  | "loss"
  | "gain"
  | "load"
  | "secondary_network"
  | "join"
  | "over_after_commit"
  | "qps"
  | "share_of_async"
  | "inserts"
  | "tps"
  | "latency"
  | "secondary_traffic"
  | "secondary_traffic_semi_sync";

/** What a row or a column stands for. */
export type PublishedName =
  | "mean"
  | "value"
  | "direct_router"
  | "direct_vip"
  | "greatdb_mysql"
  | "greatdb_vip_router"
  | "group_replication"
  | "pxc_57"
  | "pxc_80"
  | "pxc_one_node"
  | "incremental"
  | "ist"
  | "after_sync"
  | "async"
  | "semi_sync"
  | "pxc_100"
  | "pxc_50"
  | "pxc_lan"
  | "gr_100"
  | "gr_50"
  | "gr_lan"
  | "lowest"
  | "average"
  | "highest"
  | "received"
  | "sent";

/** A row or column: of so many threads, or what the name stands for in the catalogues. */
export type PublishedLabel = number | PublishedName;

/** Figures of one unit; null: the article has none there. */
export interface PublishedTable {
  readonly measure: PublishedMeasure;
  readonly unit: PublishedUnit;
  readonly columns: readonly PublishedLabel[];
  readonly rows: readonly (readonly [label: PublishedLabel, ...values: (number | null)[]])[];
}

/** What an article measured, and what stands in the way of doing it here. */
export interface Article {
  readonly id: ArticleId;
  readonly tables: readonly PublishedTable[];
  readonly slips: readonly Slip[];
  /** What has to be there before all of it can be measured. */
  readonly missing: readonly Missing[];
  /** Whether a preset measures it, or a part of it. */
  readonly hasPreset: boolean;
}

const threads = [16, 32, 64] as const;

/** The published benchmarks, with every figure that they print. */
export const articles: readonly Article[] = [
  {
    id: "000",
    tables: [
      {
        measure: "loss",
        unit: "change",
        columns: [...threads, "mean"],
        rows: [
          ["direct_router", -14.2, -24.7, -17.3, -18.7],
          ["direct_vip", -2, 0.9, -1.4, -0.83],
        ],
      },
      {
        measure: "gain",
        unit: "change",
        columns: [...threads, "mean"],
        rows: [
          ["greatdb_mysql", 12.6, 18.4, 26.8, 19.3],
          ["greatdb_vip_router", 26.1, 49, 46.7, 40.6],
        ],
      },
    ],
    slips: ["rows_per_table", "loss_of_router"],
    missing: ["other_engine"],
    hasPreset: true,
  },
  {
    id: "001",
    tables: [
      {
        measure: "load",
        unit: "duration",
        columns: ["value"],
        rows: [
          ["group_replication", 3_679],
          ["pxc_57", 2_367],
          ["pxc_80", 2_602],
          ["pxc_one_node", 2_194],
        ],
      },
      {
        measure: "secondary_network",
        unit: "mibps",
        columns: ["value"],
        rows: [
          ["group_replication", 19.02],
          ["pxc_57", 29.81],
          ["pxc_80", 27.35],
        ],
      },
      {
        measure: "join",
        unit: "duration",
        columns: ["value"],
        rows: [
          ["incremental", 6_718],
          ["ist", 1_769],
        ],
      },
    ],
    slips: ["four_times", "clone_unmeasured"],
    missing: ["tpcc", "galera", "join_time"],
    hasPreset: false,
  },
  {
    id: "002",
    tables: [
      {
        measure: "over_after_commit",
        unit: "change",
        columns: ["value"],
        rows: [
          ["after_sync", 4.5],
          ["group_replication", 64.8],
          ["async", 197.1],
        ],
      },
      { measure: "qps", unit: "qps_or_more", columns: ["value"], rows: [["async", 110_000]] },
      {
        measure: "share_of_async",
        unit: "share",
        columns: ["value"],
        rows: [
          ["semi_sync", 35],
          ["group_replication", 60],
        ],
      },
    ],
    slips: ["share_of_async", "cross_city"],
    missing: ["replication", "multi_primary", "network_delay"],
    hasPreset: false,
  },
  {
    id: "003",
    tables: [
      {
        measure: "inserts",
        unit: "lag",
        columns: ["pxc_100", "pxc_50", "pxc_lan", "gr_100", "gr_50", "gr_lan"],
        rows: [
          [1, 51.671, 25.583, 0.268, 55.513, 29.339, 5.059],
          [4, 13.936, 8.359, 0.187, 14.889, 7.916, 2.184],
          [8, 7.84, 4.18, 0.146, 7.673, 4.195, 1.294],
          [16, 4.641, 2.353, 0.13, 4.52, 2.507, 0.767],
          [32, 2.33, 1.16, 0.122, 3.417, 1.479, 0.473],
          [64, 1.808, 0.925, 0.098, 2.099, 0.809, 0.267],
        ],
      },
    ],
    slips: [],
    missing: ["galera", "network_delay"],
    hasPreset: false,
  },
  {
    id: "004",
    tables: [
      {
        measure: "tps",
        unit: "tps",
        columns: ["value"],
        rows: [
          ["group_replication", 8_887],
          ["semi_sync", 7_555],
        ],
      },
      {
        measure: "latency",
        unit: "ms",
        columns: ["lowest", "average", "highest"],
        rows: [
          ["group_replication", 0.99, null, 1_260.68],
          ["semi_sync", 0.84, 3.97, 228.44],
        ],
      },
      {
        measure: "secondary_traffic",
        unit: "mbps",
        columns: ["received", "sent"],
        rows: [["group_replication", 12.5, 5.1]],
      },
      {
        measure: "secondary_traffic_semi_sync",
        unit: "kbps",
        columns: ["received", "sent"],
        rows: [["semi_sync", 4_081, 183]],
      },
    ],
    slips: ["percent_149", "bytes_sent"],
    missing: ["replication", "command_unknown"],
    hasPreset: false,
  },
];
