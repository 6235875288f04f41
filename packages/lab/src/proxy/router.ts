import { minimalMetadataStatements, routerPlaces } from "@primacy/core/proxy";
import { controlService } from "@primacy/host-acts";
import { LabError } from "../errors";
import type { LabHost } from "../host/lab-host";
import { enableService } from "../host/service";
import { runRootSql } from "../mysql/root-sql";
import { waitForGreeting } from "../observe/greeting";
import type { LabState } from "../state/lab-state";
import { routerPorts } from "./ports";

const { home, systemUser } = routerPlaces;
const FOLDER = `${home}/lab`;
const GENERATED = `${FOLDER}/mysqlrouter.conf`;

/**
 * Writes what MySQL Router reads of the group on the primary, for the members that the group has now. Replicated to all; safe to
 * repeat.
 */
export async function ensureClusterMetadata(
  primary: LabHost,
  { name, groupName }: Pick<LabState, "name" | "groupName">,
  signal?: AbortSignal,
): Promise<void> {
  const statements = minimalMetadataStatements({ name, groupName }).map(({ text }) => text);
  await runRootSql(primary, statements.join(";\n"), { timeoutMs: 30_000, signal });
}

/** Bootstraps MySQL Router on a running proxy when it is not yet, and starts it; waits until all ports
 * lead to a server. */
export async function ensureRouter(
  proxy: LabHost,
  primary: LabHost,
  state: LabState,
  signal?: AbortSignal,
): Promise<void> {
  // It is put in its place last: without it there, a bootstrap was interrupted or never ran.
  if ((await proxy.tryExec(["cmp", "-s", GENERATED, routerPlaces.config])).exitCode !== 0)
    await bootstrap(proxy, primary, state, signal);
  await enableService(proxy, "mysqlrouter", 40);
  await controlService(proxy, "mysqlrouter", "start", { signal });
  for (const port of Object.values(routerPorts)) await waitForGreeting(proxy.address, port, signal);
}

/**
 * Has MySQL Router's port for writes pass TLS through to the server, as Primacy sets it up: who connects sees the server's own certificate. It keeps
 * that until it is bootstrapped anew. Safe to repeat.
 */
export async function passTlsThrough(proxy: LabHost): Promise<void> {
  const options = ["client_ssl_mode=PASSTHROUGH", "server_ssl_mode=AS_CLIENT", "router_require_enforce=0"];
  const strip = "/^((client|server)_ssl_|router_require_enforce)/d";
  const edit = `/^\\[routing:bootstrap_rw\\]/,/^$/{${strip};s/^\\[.*/&\\n${options.join("\\n")}/}`;
  for (const file of [GENERATED, routerPlaces.config]) await proxy.exec(["sed", "-Ei", edit, file]);
  await controlService(proxy, "mysqlrouter", "restart");
  await waitForGreeting(proxy.address, routerPorts.write);
}

/**
 * Waits until MySQL Router of a running proxy leads writes to a server again. After a fault it may wait half a minute
 * for an answer to a question that it sent before, and listens nowhere meanwhile: one that does not within 20 s is
 * started anew. Throws LabError `not_observed` when it does not after that either.
 */
export async function recoverRouter(proxy: LabHost, signal?: AbortSignal): Promise<void> {
  try {
    await waitForGreeting(proxy.address, routerPorts.write, signal);
  } catch (cause) {
    if (!(cause instanceof LabError) || cause.code !== "not_observed") throw cause;
    await controlService(proxy, "mysqlrouter", "restart", { signal });
    await waitForGreeting(proxy.address, routerPorts.write, signal);
  }
}

async function bootstrap(
  proxy: LabHost,
  primary: LabHost,
  state: LabState,
  signal?: AbortSignal,
): Promise<void> {
  const { user, password } = state.credentials.admin;
  await proxy.exec(["rm", "-rf", FOLDER]);
  await proxy.exec(["install", "-d", "-o", systemUser, "-g", systemUser, home]);
  await proxy
    .exec(
      [
        ...["mysqlrouter", "--bootstrap", `${user}@${primary.address}:3306`, `--user=${systemUser}`],
        ...[`--directory=${FOLDER}`, `--name=${proxy.name}`, "--force", "--disable-rest"],
      ],
      { input: `${password}\n`, timeoutMs: 60_000, signal },
    )
    .catch((cause: unknown) => {
      throw new LabError(
        "command_failed",
        `MySQL Router could not be bootstrapped on ${proxy.name}: ${String(cause)}`,
        {
          cause,
          retryable: true,
        },
      );
    });
  await proxy.exec(["install", "-D", "-m", "644", GENERATED, routerPlaces.config]);
}
