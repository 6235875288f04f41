import { endpoints } from "@primacy/contract/api";
import { answerList } from "../../../server/api/list";
import { route } from "../../../server/api/route";

/** The audit log. Entries are never changed, so there is nothing but the list. */
export const auditRoutes = {
  listAudit: route(endpoints.listAudit, ({ context, query }) =>
    answerList(query, (page) =>
      context.database.audit.list({ action: query.action, actor: query.actor }, page),
    ),
  ),
};
