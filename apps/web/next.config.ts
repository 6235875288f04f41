import path from "node:path";
import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const withIntl = createNextIntlPlugin("./src/i18n/request.ts");

/** What every answer carries; the content security policy of pages is made per request in `src/proxy.ts`. */
const securityHeaders = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Referrer-Policy", value: "same-origin" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Cross-Origin-Resource-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "camera=(), geolocation=(), microphone=(), payment=(), usb=()" },
];

const config: NextConfig = {
  output: "standalone",
  outputFileTracingRoot: path.join(import.meta.dirname, "../.."),
  // The console shows no photographs: the image optimizer and its 19 MB stay out.
  images: { unoptimized: true },
  outputFileTracingExcludes: { "*": ["node_modules/@img/**", "node_modules/sharp/**"] },
  transpilePackages: ["@primacy/contract", "@primacy/core", "@primacy/db", "@primacy/remote", "@primacy/ui"],
  // ssh2 loads an optional native file that no bundler can follow; pino starts its transports by path.
  serverExternalPackages: ["ssh2", "pg", "pino", "@node-rs/argon2", "prom-client"],
  poweredByHeader: false,
  reactStrictMode: true,
  // Types are checked by their own command over all workspaces; twice would cost the build a third of its time.
  typescript: { ignoreBuildErrors: true },
  // Next keeps its hands off the repository's own documents.
  agentRules: false,
  // A role that is too low is answered with 403 and the forbidden page, by pages as by the API.
  // The cache of a build costs a third of its processor time and 200 MB, for a second build that most clones never make.
  experimental: { authInterrupts: true, turbopackFileSystemCacheForBuild: false },
  turbopack: { root: path.join(import.meta.dirname, "../..") },
  // Where browsers look for an icon by themselves, as on pages that name none.
  redirects: async () => [{ source: "/favicon.ico", destination: "/icon.svg", permanent: true }],
  headers: async () => [{ source: "/:path*", headers: securityHeaders }],
};

export default withIntl(config);
