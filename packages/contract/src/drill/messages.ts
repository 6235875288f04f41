import { catalog } from "../message/catalog/catalog";

/** What the judges of a drill found: in the writes, in the reads, in who had the address, and for how long. */
export const drillMessages = catalog(
  {
    "drill.address_not_held":
      "{host} answered {count} ARP or neighbour discovery questions for an address that its kernel did not have.",
    "drill.address_away":
      "{host} was without the address for {awayMs} ms, from {fromMs} to {toMs} ms; {limitMs} ms are allowed.",
    "drill.writes_away":
      "No write through the address reached {host} for {awayMs} ms, from {fromMs} to {toMs} ms; {limitMs} ms are allowed.",
    "drill.unbound_hold":
      "{host} had the address for {heldMs} ms without an agent, beyond its lease of {leaseMs} ms.",

    "drill.lost_writes":
      "{count} of {acked} acknowledged writes are missing on {server}, the primary: {missing:list}.",
    "drill.phantom_rows":
      "{count} rows on {server}, the primary, were never written or were refused: {extra:list}.",

    "drill.no_gtid": "{count} acknowledged writes have no GTID, for example {row}.",
    "drill.foreign_gtid":
      "{count} acknowledged writes have a GTID outside the group, for example {row} as {gtid}.",
    "drill.gtid_twice":
      "{count} acknowledgements repeat a GTID, for example {number} for {row} and {otherRow}.",
    "drill.row_twice":
      "{count} rows were acknowledged with two GTIDs, for example {row} as {number} and {otherNumber}.",
    "drill.gtid_reversed":
      "{count} writes have an earlier GTID than a write that was acknowledged before them, for example {row} as {number} after {otherRow} as {otherNumber}.",
    "drill.wrote_again":
      "{count} times a server wrote again after another server had written, for example {server} with {number} after {otherServer} with {otherNumber}.",

    "drill.stale_own":
      "A read at {atMs} ms on {server} returned {rows} rows up to {seq}, although {expectedRows} rows up to {expectedSeq} had been acknowledged to its client.",
    "drill.stale_monotonic":
      "A read at {atMs} ms on {server} returned {rows} rows up to {seq}, although an earlier read had returned {expectedRows} rows up to {expectedSeq}.",
    "drill.stale_others":
      "A read at {atMs} ms on {server} returned {rows} rows up to {seq}, without a write that had been acknowledged to the direct client {missedMs} ms before.",
    "drill.no_reads": "A client got no answer to any read. Its last error: {error:why}.",

    "drill.hardly_healthy": "The group had a healthy primary for only {healthyMs} ms.",
    "drill.few_direct_writes": "The direct client had {acked} of {due} writes acknowledged.",
    "drill.few_address_writes":
      "The clients of the address had {acked} writes acknowledged; {due} were possible.",

    "drill.course":
      "{atMs} ms, {client:drill_client}: {sent} sent, {acked} acknowledged in {fastestMs} to {slowestMs} ms, {failed:list}",
    "drill.course_acked":
      "{atMs} ms, {client:drill_client}: {sent} sent, {acked} acknowledged in {fastestMs} to {slowestMs} ms",
    "drill.course_failed": "{atMs} ms, {client:drill_client}: {sent} sent, {failed:list}",
    "drill.course_idle": "{atMs} ms, {client:drill_client}: nothing sent",
    "drill_client.address": "clients of the address",
    "drill_client.direct": "direct client",
  },
  {
    "drill.address_not_held": "{host} 应答了 {count} 次 ARP 或邻居发现询问，而其内核当时并没有该地址。",
    "drill.address_away":
      "{host} 有 {awayMs} 毫秒没有该地址，从第 {fromMs} 毫秒到第 {toMs} 毫秒；允许 {limitMs} 毫秒。",
    "drill.writes_away":
      "经该地址的写入有 {awayMs} 毫秒未能到达 {host}，从第 {fromMs} 毫秒到第 {toMs} 毫秒；允许 {limitMs} 毫秒。",
    "drill.unbound_hold": "{host} 在没有代理的情况下持有该地址，超出其 {leaseMs} 毫秒租约 {heldMs} 毫秒。",

    "drill.lost_writes": "主库 {server} 上缺少 {acked} 次已确认写入中的 {count} 次：{missing:list}。",
    "drill.phantom_rows": "主库 {server} 上有 {count} 行从未写入或曾被拒绝：{extra:list}。",

    "drill.no_gtid": "{count} 次已确认的写入没有 GTID，例如 {row}。",
    "drill.foreign_gtid": "{count} 次已确认的写入带有组外的 GTID，例如 {row}（{gtid}）。",
    "drill.gtid_twice": "{count} 次确认重复了某个 GTID，例如 {row} 和 {otherRow} 都是 {number}。",
    "drill.row_twice": "{count} 行以两个 GTID 被确认，例如 {row} 的 {number} 和 {otherNumber}。",
    "drill.gtid_reversed":
      "{count} 次写入的 GTID 早于在其之前已确认的写入，例如 {row}（{number}）在 {otherRow}（{otherNumber}）之后。",
    "drill.wrote_again":
      "服务器在其他服务器写入之后再次写入，共 {count} 次，例如 {server}（{number}）在 {otherServer}（{otherNumber}）之后。",

    "drill.stale_own":
      "第 {atMs} 毫秒在 {server} 上的一次读取返回了 {rows} 行，最大序号 {seq}，而此前已向其客户端确认 {expectedRows} 行，最大序号 {expectedSeq}。",
    "drill.stale_monotonic":
      "第 {atMs} 毫秒在 {server} 上的一次读取返回了 {rows} 行，最大序号 {seq}，而更早的一次读取已返回 {expectedRows} 行，最大序号 {expectedSeq}。",
    "drill.stale_others":
      "第 {atMs} 毫秒在 {server} 上的一次读取返回了 {rows} 行，最大序号 {seq}，缺少 {missedMs} 毫秒前已向直连客户端确认的一次写入。",
    "drill.no_reads": "有一个客户端的读取均未得到应答。其最后的错误：{error:why}。",

    "drill.hardly_healthy": "组只有 {healthyMs} 毫秒有健康的主库。",
    "drill.few_direct_writes": "直连客户端应有 {due} 次写入，仅 {acked} 次得到确认。",
    "drill.few_address_writes": "该地址的客户端只有 {acked} 次写入得到确认，本可有 {due} 次。",

    "drill.course":
      "第 {atMs} 毫秒，{client:drill_client}：发送 {sent} 次，{acked} 次在 {fastestMs} 至 {slowestMs} 毫秒内得到确认，{failed:list}",
    "drill.course_acked":
      "第 {atMs} 毫秒，{client:drill_client}：发送 {sent} 次，{acked} 次在 {fastestMs} 至 {slowestMs} 毫秒内得到确认",
    "drill.course_failed": "第 {atMs} 毫秒，{client:drill_client}：发送 {sent} 次，{failed:list}",
    "drill.course_idle": "第 {atMs} 毫秒，{client:drill_client}：未发送",
    "drill_client.address": "该地址的客户端",
    "drill_client.direct": "直连客户端",
  },
);
