import { actAndObserve } from "@primacy/host-acts";
import type { FaultEvidence } from "../fault/evidence";
import type { LabHost } from "../host/lab-host";
import type { Lab } from "../lab";
import { runCommand, tryCommand } from "../process/run-command";
import { waitFor } from "../process/wait-for";

/** Table on the switch that loses some of a host's packets, or all of them for moments. */
const LOSS_TABLE = "primacy_loss";
const lossPercent = 5;
/** Above every packet of a probe, a knock or a short statement; below a full one. */
const largeBytes = 1_000;
const stallMs = 200;

/** Loses 5 % of the packets from and to a host. Returns when the switch has dropped one. */
export async function losePackets(lab: Lab, host: LabHost): Promise<FaultEvidence> {
  return actAndObserve(
    "lose-packets",
    host.name,
    () => addRules(lab, host, `numgen random mod 100 < ${lossPercent}`),
    () => awaitDrops(lab, host, ["-c", "50", "-i", "0.01"]),
  );
}

/** Loses every packet above 1000 bytes from and to a host, as a path with too small an MTU does. Returns when one was dropped. */
export async function loseLargePackets(lab: Lab, host: LabHost): Promise<FaultEvidence> {
  return actAndObserve(
    "lose-large-packets",
    host.name,
    () => addRules(lab, host, `meta length > ${largeBytes}`),
    () => awaitDrops(lab, host, ["-c", "2", "-i", "0.2", "-s", "1300"]),
  );
}

/** Carries nothing from and to a host for 200 ms, `times` over, a pause between them. Returns when each lost something. */
export async function stallLink(
  lab: Lab,
  host: LabHost,
  { times, pauseMs }: { readonly times: number; readonly pauseMs: number },
): Promise<FaultEvidence> {
  const drops: number[] = [];
  return actAndObserve(
    "stall-link",
    host.name,
    async () => {
      for (let time = 0; time < times; time += 1) {
        await addRules(lab, host, "");
        await new Promise((resolve) => setTimeout(resolve, stallMs));
        drops.push(await countDrops(lab));
        await restoreLoss(lab);
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    },
    async () =>
      drops.every((count) => count > 0)
        ? [`the switch dropped ${drops.join(", ")} packets of ${host.name} in ${times} stalls`]
        : [],
  );
}

/** Ends all of these. Harmless where there is none. */
export async function restoreLoss(lab: Lab): Promise<void> {
  await tryCommand(onSwitch(lab, "nft", "delete", "table", "bridge", LOSS_TABLE));
}

async function addRules(lab: Lab, host: LabHost, which: string): Promise<void> {
  const rules = ["iifname", "oifname"].map(
    (side) => `add rule bridge ${LOSS_TABLE} lose ${side} "${host.name}" ${which} counter drop\n`,
  );
  const input = [
    `add table bridge ${LOSS_TABLE}\n`,
    `add chain bridge ${LOSS_TABLE} lose { type filter hook forward priority 2; }\n`,
    `flush chain bridge ${LOSS_TABLE} lose\n`,
    ...rules,
  ].join("");
  await runCommand(onSwitch(lab, "nft", "-f", "-"), { input });
}

/** Pings of our own cross the switch meanwhile, where nobody else happens to. */
async function awaitDrops(lab: Lab, host: LabHost, pings: readonly string[]): Promise<string[]> {
  const app = lab.host("app1");
  return waitFor(
    `the switch to lose packets of ${host.name}`,
    async () => {
      await app.tryExec(["ping", "-q", "-W", "0.2", ...pings, host.address], { timeoutMs: 5_000 });
      const count = await countDrops(lab);
      return count > 0 ? [`the switch dropped ${count} packets of ${host.name}`] : undefined;
    },
    { timeoutMs: 8_000, intervalMs: 10 },
  );
}

async function countDrops(lab: Lab): Promise<number> {
  const { stdout } = await runCommand(onSwitch(lab, "nft", "list", "table", "bridge", LOSS_TABLE));
  const counts = [...stdout.matchAll(/counter packets (\d+)/g)].map((match) => Number(match[1]));
  return counts.reduce((sum, count) => sum + count, 0);
}

function onSwitch(lab: Lab, ...argv: string[]): string[] {
  return ["ip", "netns", "exec", lab.names.wireNamespace, ...argv];
}
