import type { CallInput, EndpointName, endpoints } from "@primacy/contract/api";
import type { ReactNode } from "react";
import { allClustersKey, allHostsKey, apiKey, operationKey, operationLogKey } from "../../client/api-key";
import { Preloaded, type PreloadedAnswer } from "../../client/preloaded";
import { readWholeList } from "../../client/whole-list";
import { load } from "./load";

type Table = typeof endpoints;

/**
 * Loads an endpoint's answer for the first paint, as `load` does, under the key by which the screen asks for it: the
 * input must be the same. Throws as `load`.
 */
export async function preload<N extends EndpointName>(
  name: N,
  input?: Pick<CallInput<Table[N]>, "params" | "query">,
): Promise<PreloadedAnswer> {
  return { key: apiKey(name, input), answer: await load(name, input) };
}

/** The same for one operation, which screens follow under a key of its own. */
export async function preloadOperation(id: string): Promise<PreloadedAnswer> {
  return { key: operationKey(id), answer: await load("getOperation", { params: { id } }) };
}

/** The same for its log, however long it is. */
export async function preloadOperationLog(id: string): Promise<PreloadedAnswer> {
  const answer = await readWholeList((query) => load("listOperationLog", { params: { id }, query }));
  return { key: operationLogKey(id), answer };
}

/** The same for all clusters together, however many there are. */
export async function preloadClusters(): Promise<PreloadedAnswer> {
  const answer = await readWholeList((query) => load("listClusters", { query }));
  return { key: allClustersKey, answer };
}

/** The same for all hosts together. */
export async function preloadHosts(): Promise<PreloadedAnswer> {
  const answer = await readWholeList((query) => load("listHosts", { query }));
  return { key: allHostsKey, answer };
}

/** A screen with what its first paint shows; all of it is loaded at once. */
export async function Preload({
  answers,
  children,
}: {
  readonly answers: readonly Promise<PreloadedAnswer>[];
  readonly children: ReactNode;
}): Promise<ReactNode> {
  return <Preloaded answers={await Promise.all(answers)}>{children}</Preloaded>;
}
