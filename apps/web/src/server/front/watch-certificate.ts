import { loadTlsPair, readTlsFingerprint, type TlsFiles, type TlsPair } from "./tls";

/** How often the files are looked at: a renewed certificate is in use within this time. */
const intervalMs = 5_000;

/** What to do with a renewed certificate, or with one that cannot be used. */
export interface CertificateListener {
  renewed(pair: TlsPair): void;
  /** The old certificate stays in use. */
  refused(error: unknown): void;
}

/** Looks for a renewed certificate until stopped. `check` looks at once, as on SIGHUP; it never rejects. */
export interface CertificateWatch {
  check(): Promise<void>;
  stop(): void;
}

/** Watches the files by looking at them: links that are swapped, as certbot does, are seen too. */
export function watchCertificate(files: TlsFiles, listener: CertificateListener): CertificateWatch {
  let known: string | null = null;
  let running: Promise<void> | null = null;
  async function look(): Promise<void> {
    const found = await readTlsFingerprint(files);
    if (found === null || found === known) return;
    const isFirst = known === null;
    known = found;
    if (isFirst) return;
    try {
      listener.renewed(await loadTlsPair(files));
    } catch (error) {
      listener.refused(error);
    }
  }
  const check = (): Promise<void> => {
    running ??= look().finally(() => {
      running = null;
    });
    return running;
  };
  const timer = setInterval(() => void check(), intervalMs);
  timer.unref();
  void check();
  return { check, stop: () => clearInterval(timer) };
}
