import { readFileSync } from "node:fs";
import type { Server as HttpsServer } from "node:https";
import { isIPv6 } from "node:net";
import path from "node:path";
import { followParent, tellParentListening } from "@primacy/contract/process";
import next from "next";
import { EnvironmentError, parseEnvironment, type WebEnv } from "./env";
import { createFactsHeader, parseTrustedProxies } from "./front/client-facts";
import { createFront } from "./front/server";
import { frontShared } from "./front/shared";
import { stopServer } from "./front/stop";
import { CertificateError, loadTlsPair } from "./front/tls";
import { watchCertificate } from "./front/watch-certificate";
import { createLogger, type Logger } from "./log";

/** After this time a stop that hangs ends the process anyway. */
const lastResortMs = 10_000;

/**
 * The console's web process: the standalone Next.js build behind a server of our own, which ends TLS, knows the
 * clients' addresses, and stops within a moment although streams are open.
 */
async function main(): Promise<void> {
  const { env } = parseEnvironment(process.env);
  const log = createLogger(env.logLevel);
  const tls = env.tls === null ? null : await loadTlsPair(env.tls);
  const shared = frontShared();
  const factsHeader = createFactsHeader();
  shared.factsHeader = factsHeader;
  const app = await prepareNext(env);
  const server = createFront({
    handler: app.getRequestHandler(),
    factsHeader,
    trustedProxies: parseTrustedProxies(env.trustedProxies),
    tls,
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(env.port, env.hostname, () => resolve());
  });
  const watch = env.tls === null ? null : followCertificate(env.tls, server, log);
  const stop = async (signal: string): Promise<void> => {
    if (shared.isStopping) return;
    shared.isStopping = true;
    // Before anything that may throw.
    setTimeout(() => process.exit(1), lastResortMs).unref();
    log.info({ signal }, "the console is stopping");
    watch?.stop();
    await stopServer(server, async () => shared.closeContext?.());
    await app.close();
    log.info("the console has stopped");
    process.exit(process.exitCode ?? 0);
  };
  stopWhenAsked(stop, log);
  process.on("SIGHUP", () => void watch?.check());
  log.info(
    { url: `${tls === null ? "http" : "https"}://${bracketed(env.hostname)}:${env.port}` },
    "the console is listening",
  );
  tellParentListening(process);
}

/** Stops at a signal, at the end of the process that started this one, and at an error that nobody caught. */
function stopWhenAsked(stop: (reason: string) => Promise<void>, log: Logger): void {
  const ask = (reason: string): void => {
    stop(reason).catch((err: unknown) => {
      log.error({ err }, "stopping failed");
      process.exit(1);
    });
  };
  process.on("SIGTERM", ask);
  process.on("SIGINT", ask);
  followParent(process, () => ask("parent gone"));
  // A line that nobody reads is a reason to stop. Nobody else may see the error: Next would print it, to no end.
  for (const output of [process.stdout, process.stderr]) output.on("error", () => ask("output closed"));
  process.on("unhandledRejection", (err) =>
    log.error({ err }, "a promise was rejected and nobody handled it"),
  );
  process.on("uncaughtException", (err) => {
    log.fatal({ err }, "an error was thrown and nobody caught it");
    process.exitCode = 1;
    ask("uncaughtException");
  });
}

/** An IPv6 address as a URL has it. */
function bracketed(hostname: string): string {
  return isIPv6(hostname) ? `[${hostname}]` : hostname;
}

/** Starts the standalone build that lies beside this file. Its configuration was resolved when it was built. */
async function prepareNext(env: WebEnv): Promise<ReturnType<typeof next>> {
  const dir = import.meta.dirname;
  const files: unknown = JSON.parse(readFileSync(path.join(dir, ".next/required-server-files.json"), "utf8"));
  if (typeof files !== "object" || files === null || !("config" in files)) {
    throw new Error(".next/required-server-files.json holds no configuration");
  }
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(files.config);
  process.chdir(dir);
  const app = next({ dir, dev: false, quiet: true, hostname: env.hostname, port: env.port });
  await app.prepare();
  return app;
}

function followCertificate(
  files: { certFile: string; keyFile: string },
  server: ReturnType<typeof createFront>,
  log: Logger,
): ReturnType<typeof watchCertificate> {
  return watchCertificate(files, {
    renewed: ({ cert, key, expiresAt }) => {
      if (isHttps(server)) server.setSecureContext({ cert, key, minVersion: "TLSv1.2" });
      log.info({ expiresAt }, "the certificate was renewed");
    },
    refused: (err) => log.error({ err }, "the new certificate cannot be used; the old one stays"),
  });
}

function isHttps(server: ReturnType<typeof createFront>): server is HttpsServer {
  return "setSecureContext" in server;
}

/** The address or the port cannot be had; the system's message names both. */
function isListenError(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error && error.syscall === "listen";
}

main().catch((error: unknown) => {
  const isPlain =
    error instanceof EnvironmentError || error instanceof CertificateError || isListenError(error);
  process.stderr.write(
    `${isPlain ? error.message : error instanceof Error ? (error.stack ?? error.message) : error}\n`,
  );
  process.exit(1);
});
