import { type Host, isRefusal, problemDetail, type Refusal, refuse } from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import { answerList } from "../../../server/api/list";
import { route } from "../../../server/api/route";
import { toActor } from "../../../server/auth/caller";
import { checkCredential } from "./check-credential";
import { checkHostChange, checkReadableHosts } from "./check-hosts";
import { compareHostKey, scanTarget } from "./compare-host-key";
import { getConsoleKey } from "./console-key";
import { createHosts } from "./create-hosts";
import { requireHost } from "./find-host";

/** Hosts: added, changed and forgotten, with their credentials and host keys. */
export const hostRoutes = {
  listHosts: route(endpoints.listHosts, ({ context, query }) =>
    answerList(query, (page) => context.database.hosts.list(page)),
  ),
  createHosts: route(
    endpoints.createHosts,
    (call) => createHosts(call, call.body.hosts),
    ({ context, body }) => checkReadableHosts(context.database, body),
  ),
  checkHosts: route(
    endpoints.checkHosts,
    async ({ context, body }) => {
      const problems = await checkReadableHosts(context.database, body);
      return problems.length > 0 ? refuse("validation_failed", problems) : {};
    },
    ({ context, body }) => checkReadableHosts(context.database, body),
  ),
  getHost: route(endpoints.getHost, ({ context, params }) => requireHost(context.database, params.id)),
  changeHost: route(
    endpoints.changeHost,
    async ({ context, caller, facts, params, body }) => {
      const { credential, ...rest } = body;
      if (Object.keys(body).length === 0)
        return refuse("validation_failed", [problemDetail("", "change_empty")]);
      const hasBadKey = credential !== undefined && checkCredential(credential, "").length > 0;
      if (hasBadKey) {
        return refuse("validation_failed", await checkHostChange(context.database, params.id, body));
      }
      return context.database.transact(toActor(caller, facts), async (unit) => {
        const problems = await checkHostChange(unit, params.id, body);
        if (problems.some((one) => one.code === "agents_differ")) return refuse("conflict", problems);
        const host = await unit.hosts.change(params.id, null, body);
        if (isRefusal(host)) return host;
        const detail = { ...rest, credentialKind: credential?.kind };
        await unit.audit.record({
          action: "host.change",
          target: { kind: "host", id: host.id, name: host.name },
          detail,
        });
        return host;
      });
    },
    ({ context, params, body }) => checkHostChange(context.database, params.id, body),
  ),
  deleteHost: route(endpoints.deleteHost, ({ context, caller, facts, params }) =>
    context.database.transact(toActor(caller, facts), async (unit) => {
      const host = await requireHost(unit, params.id);
      if (isRefusal(host)) return host;
      const refusal = await unit.hosts.remove(host.id);
      if (refusal !== null) return explainAgent(refusal, host);
      await unit.audit.record({
        action: "host.delete",
        target: { kind: "host", id: host.id, name: host.name },
      });
      return {};
    }),
  ),
  scanHostKey: route(endpoints.scanHostKey, async ({ body, facts }) => {
    const target = { name: body.address, address: body.address, port: body.sshPort };
    const hostKey = await scanTarget(target, facts.signal);
    return isRefusal(hostKey) ? hostKey : { hostKey };
  }),
  acceptHostKey: route(endpoints.acceptHostKey, async ({ context, caller, facts, params, body, keep }) => {
    const host = await requireHost(context.database, params.id);
    if (isRefusal(host)) return host;
    const target = { name: host.name, address: host.address, port: host.sshPort };
    const compared = await compareHostKey(target, body.fingerprint, "/fingerprint", facts.signal);
    if (compared.kind === "problem") return refuse("validation_failed", [compared.problem]);
    return context.database.transact(toActor(caller, facts), async (unit) => {
      const pinned = await unit.hosts.pinHostKey(host.id, compared.hostKey);
      const detail = { ...compared.hostKey, before: host.hostKey?.fingerprint ?? null };
      await unit.audit.record({
        action: "host.accept_key",
        target: { kind: "host", id: host.id, name: host.name },
        detail,
      });
      return (await keep(unit, pinned)) ?? pinned;
    });
  }),
  forgetHostCredential: route(endpoints.forgetHostCredential, ({ context, caller, facts, params }) =>
    context.database.transact(toActor(caller, facts), async (unit) => {
      const host = await requireHost(unit, params.id);
      if (isRefusal(host)) return host;
      await unit.hosts.forgetCredential(host.id);
      const target = { kind: "host" as const, id: host.id, name: host.name };
      await unit.audit.record({ action: "host.forget_credential", target });
      return {};
    }),
  ),
  getConsoleSshKey: route(endpoints.getConsoleSshKey, ({ context, caller, facts }) =>
    getConsoleKey(context, toActor(caller, facts)),
  ),
};

/** Says of an agent that keeps the host from being forgotten what of it is there; nobody could remove it afterwards. */
function explainAgent(refusal: Refusal, { name, agentState, agentVersion }: Host): Refusal {
  if (refusal.code !== "in_use" || agentState === "none") return refusal;
  const code = agentVersion === null ? "agent_left" : "agent_present";
  const others = refusal.errors.filter((one) => one.message.params.what !== "agent");
  return { ...refusal, errors: [...others, problemDetail("", code, { host: name })] };
}
