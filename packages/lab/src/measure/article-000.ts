import type { ArmDifference, BenchmarkArm } from "@primacy/contract";
import { presets } from "@primacy/core/benchmark";
import { LabError } from "../errors";
import { haproxyPorts, routerPorts } from "../proxy/ports";
import { runBenchmark } from "./benchmark-order";
import type { MeasureReport } from "./report";
import { findPrimaryMember, type MeasureSetting } from "./setting";
import { measureTargets } from "./targets";

const preset = "article_000_lab";
const armNames = ["vip", "router", "haproxy"] as const;
type ArmName = (typeof armNames)[number];

/** What an arm costs, in percent, with the ends of its 95 % interval. */
type Cost = { readonly loss: number; readonly low: number; readonly high: number };

/**
 * Article 000 by the console, at the size of a lab: the primary's own address against the VIP, MySQL Router and HAProxy, in `blocks` blocks. Met where
 * Router's loss is certainly above zero and the VIP's interval has zero in it. Throws LabError.
 */
export async function measureArticle000(setting: MeasureSetting, blocks: number): Promise<MeasureReport> {
  await setting.lab.resetGroup();
  const benchmark = await runBenchmark(setting, {
    name: "Article 000, lab",
    arms: await listArms(setting),
    ...presets[preset],
    blocks,
    preset,
  });
  const overall = benchmark.answer.differences.filter((one) => one.threads === null);
  for (const one of benchmark.answer.differences)
    setting.say(`${one.threads === null ? "all threads" : `${one.threads} threads`}: ${one.text.text}`);
  const costs = overall.map(toCost);
  const arms = Object.fromEntries(armNames.map((name, index) => [name, costs[index] ?? null]));
  const [vip, router] = costs;
  if (vip === undefined || router === undefined)
    throw new LabError("not_observed", "The benchmark has no answer for the VIP and Router.");
  const vipWidth = (vip.high - vip.low) / 2;
  return {
    name: "article-000",
    runs: blocks,
    target: measureTargets["article-000"],
    arms,
    met: router.low > 0 && vip.low <= 0 && vip.high >= 0,
    figures: {
      vipHalfWidthPercent: vipWidth,
      // The width of an interval falls with the root of the number of blocks.
      blocksForThreePercent: Math.max(blocks, Math.ceil(blocks * (vipWidth / 3) ** 2)),
      voidBlocks: benchmark.answer.voidBlocks,
    },
  };
}

function toCost({ loss, low, high }: ArmDifference): Cost {
  if (loss === null || low === null || high === null)
    throw new LabError("not_observed", "The benchmark has too few whole blocks for an interval.");
  return { loss, low, high };
}

async function listArms(setting: MeasureSetting): Promise<BenchmarkArm[]> {
  const { api, cluster, lab } = setting;
  const [vip] = (await api.call("listVips", { params: { id: cluster.id } })).items;
  if (vip === undefined) throw new LabError("not_observed", "The cluster has no VIP.");
  const through = (name: ArmName, address: string, port: number): BenchmarkArm => ({
    name,
    endpoints: [{ kind: "custom", address, port }],
  });
  return [
    { name: "direct", endpoints: [{ kind: "member", memberId: (await findPrimaryMember(setting)).id }] },
    { name: "vip", endpoints: [{ kind: "vip", vipId: vip.id }] },
    through("router", lab.host("px1").address, routerPorts.write),
    // As article 000's readers run it: behind the address of Keepalived.
    through("haproxy", lab.names.proxyVip, haproxyPorts.write),
  ];
}
