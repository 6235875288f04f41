import { Retention, refuse } from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import { defaultRetention, type Readers } from "@primacy/db";
import { route } from "../../../server/api/route";
import { toActor } from "../../../server/auth/caller";

/** The setting that the worker's purge reads; what it does not name keeps its default. */
const settingKey = "retention";
const Stored = Retention.partial();

/** How long rows are kept: read and set as a whole. */
export const retentionRoutes = {
  getRetention: route(
    endpoints.getRetention,
    async ({ context }) => (await readRetention(context.database)).retention,
  ),
  setRetention: route(endpoints.setRetention, ({ context, caller, facts, body }) =>
    context.database.transact(toActor(caller, facts), async (unit) => {
      const { retention, revision } = await readRetention(unit);
      if (!(await unit.settings.set(settingKey, body, revision))) return refuse("revision_conflict");
      await unit.audit.record({
        action: "setting.change",
        target: { kind: "setting", id: null, name: settingKey },
        detail: { before: retention, after: body },
      });
      return body;
    }),
  ),
};

async function readRetention({
  settings,
}: Pick<Readers, "settings">): Promise<{ retention: Retention; revision: number | null }> {
  const stored = await settings.find(settingKey, Stored);
  const { samplesDays, eventsDays, operationsDays, auditDays } = stored?.value ?? {};
  const retention = {
    samplesDays: samplesDays ?? defaultRetention.samplesDays,
    eventsDays: eventsDays ?? defaultRetention.eventsDays,
    operationsDays: operationsDays ?? defaultRetention.operationsDays,
    // Null is a value here: it keeps them for ever.
    auditDays: auditDays === undefined ? defaultRetention.auditDays : auditDays,
  };
  return { retention, revision: stored?.revision ?? null };
}
