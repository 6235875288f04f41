import { type Check, type CheckedPlan, listedEffectOf, message, type Operation } from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import { idOf, operationOf, showBeforeConsole } from "../vip/console-page.fixture";
import { OperationDrawer } from "./operation-drawer";
import { OperationList } from "./operation-list";
import { OperationPage } from "./operation-page";

/**
 * The operations of a console where somebody typed an address, looked around, and then configured it; with `one` in the
 * fragment the page of the check that failed.
 */
const address = "10.86.0.100";

function checkOf(result: Check["result"], code: "address_unused" | "majority"): Check {
  return {
    code,
    title: message(`check.${code}.title`, { address }),
    hostId: null,
    hostName: null,
    result,
    evidence: message("check.address_not_host.pass", { address }),
    remedy: null,
    fix: null,
  };
}

function checked(...results: readonly Check["result"][]): CheckedPlan {
  const checks = results.map((result, n) => checkOf(result, n === 0 ? "address_unused" : "majority"));
  const hasFailures = results.includes("fail");
  return { report: { checks, hasFailures, estimates: [] }, plan: { steps: [], consequences: [] } };
}

const about = { cluster: "orders", address };
const title = message("operation.vip.check", about);
const operations: readonly Operation[] = [
  operationOf(5, "vip.check", { title, state: "running" }),
  operationOf(4, "vip.check", { title, result: { ...checked("fail", "fail", "fail", "warn", "warn") } }),
  operationOf(3, "vip.check", { title, result: { ...checked("pass", "warn") } }),
  operationOf(2, "vip.check", { title, result: { ...checked("pass", "pass") } }),
  operationOf(1, "vip.apply", { title: message("operation.vip.apply", about) }),
];

function answer(path: string, asked: Readonly<Record<string, string>>): object {
  const id = path.split("/").find((part) => operations.some((one) => one.id === part));
  if (path.endsWith("/log")) return { items: [], nextCursor: null };
  if (id !== undefined) return operations.find((one) => one.id === id) ?? {};
  const query = endpoints.listOperations.query.parse(asked);
  const effect = listedEffectOf(query);
  const items = operations.filter(({ kind }) => effect === "all" || listedEffectOf({ kind }) === effect);
  return { items: items.slice(0, query.limit), nextCursor: null };
}

showBeforeConsole(
  (_method, path, _text, query) => ({ status: 200, body: answer(path, query) }),
  location.hash.includes("one") ? (
    <OperationPage id={idOf(4)} />
  ) : (
    <div className="flex flex-col gap-6">
      <OperationList />
      <OperationDrawer />
    </div>
  ),
);
