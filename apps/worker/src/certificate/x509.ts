// The library finds its parts by decorators, which need this before it is loaded.
import "reflect-metadata";
import { webcrypto } from "node:crypto";
import { cryptoProvider } from "@peculiar/x509";

cryptoProvider.set(webcrypto);

export * from "@peculiar/x509";

/** The keys that the console makes: ECDSA on P-256, which every TLS 1.3 peer accepts. */
export const keyAlgorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
