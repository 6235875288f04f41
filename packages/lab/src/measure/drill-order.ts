import { DrillCheck, type DrillDetail, type DrillEndpoint, type DrillRequest } from "@primacy/contract";
import { awaitOperation, awaitSuccess } from "../console/operations";
import { LabError } from "../errors";
import { waitFor } from "../process/wait-for";
import { databaseNames } from "../roster";
import type { MeasureSetting } from "./setting";

/** What a measurement says of a drill; clients are always played from `app1`. */
export type AskedDrill = Pick<DrillRequest, "fault" | "endpoints" | "objectiveMs">;

const askLimitMs = 600_000;

/** Allows drills for the cluster and switches the host operators of its servers on. May be called twice. Throws ApiProblem or LabError. */
export async function allowDrills(setting: MeasureSetting): Promise<void> {
  const { api, cluster } = setting;
  await api.call("changeCluster", { params: { id: cluster.id }, body: { allowsDrills: true } });
  await enableOperators(setting);
}

/** Switches the host operators of the cluster's servers on. May be called twice. Throws ApiProblem or LabError. */
export async function enableOperators({ api, hosts, lab, say }: MeasureSetting): Promise<void> {
  for (const name of databaseNames) {
    const host = hosts.find(({ address }) => address === lab.host(name).address);
    if (host === undefined) throw new LabError("host_unknown", `The console does not know ${name}.`);
    const { operation } = await api.call("enableOperator", { params: { id: host.id } });
    await awaitSuccess(api, operation.id, { onStep: say });
  }
}

/** Stores an address of the cluster's clients under a name, where it is not yet. */
export async function addWay(
  { api, cluster }: MeasureSetting,
  name: string,
  way: DrillEndpoint,
): Promise<void> {
  const { items } = await api.call("listEndpoints", { params: { id: cluster.id } });
  if (items.some(({ address, port }) => address === way.address && port === way.port)) return;
  await api.call("addEndpoint", { params: { id: cluster.id }, body: { name, ...way } });
}

/**
 * Has the console make a drill, as anybody does by REST, and returns it with its findings. Throws LabError where it does not come to a
 * verdict of its own: what is broken off, or tested nothing, is no figure.
 */
export async function runDrill(
  { api, cluster, hosts, lab, say }: MeasureSetting,
  asked: AskedDrill,
): Promise<DrillDetail & { readonly findings: NonNullable<DrillDetail["findings"]> }> {
  const observer = hosts.find(({ address }) => address === lab.host("app1").address);
  if (observer === undefined) throw new LabError("host_unknown", "The console does not know app1.");
  const order = { ...asked, readEndpoints: [], observerHostId: observer.id };
  const id = await waitFor(
    "a drill whose own check passes too",
    async () => {
      await awaitReady(api, cluster.id, order);
      const body = { ...order, confirm: cluster.name };
      const { operation } = await api.call("startDrill", { params: { id: cluster.id }, body });
      const { problem } = await awaitOperation(api, operation.id, { timeoutMs: askLimitMs, onStep: say });
      // A proxy may have been ready for one moment alone. Nothing was changed then.
      return problem?.code === "checks_failed" ? undefined : operation.id;
    },
    { timeoutMs: 60_000, intervalMs: 1_000 },
  );
  await awaitSuccess(api, id);
  const drill = await api.call("getDrill", { params: { id } });
  const { findings, verdict } = drill;
  if (findings === null || verdict?.kind === "not_tested" || verdict?.kind === "broken_off")
    throw new LabError("not_observed", `The drill came to no figure: ${verdict?.sentence.text ?? "-"}`);
  return { ...drill, findings };
}

/** Waits until nothing speaks against a drill: a proxy that has its group's news by a poll may still lead to the primary before. Throws LabError. */
async function awaitReady(api: MeasureSetting["api"], id: string, body: DrillRequest): Promise<void> {
  let reasons = "";
  const look = async (): Promise<true | undefined> => {
    const { operation } = await api.call("checkDrill", { params: { id }, body });
    const { result } = await awaitSuccess(api, operation.id);
    const { checks, hasFailures } = DrillCheck.parse(result).report;
    reasons = checks
      .filter((check) => check.result === "fail")
      .map(({ evidence }) => evidence.text)
      .join(" ");
    return hasFailures ? undefined : true;
  };
  await waitFor("the check of the drill to pass", look, { timeoutMs: 60_000, intervalMs: 500 }).catch(
    (cause: unknown) => {
      throw new LabError("not_observed", `The check of the drill does not pass: ${reasons}`, { cause });
    },
  );
}
