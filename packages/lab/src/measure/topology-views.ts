import type { Topology } from "@primacy/contract";
import { ClusterStreamItem } from "@primacy/contract/api";
import { LabError } from "../errors";
import { monotonicMs } from "../process/monotonic";
import { waitFor } from "../process/wait-for";
import type { MeasureSetting } from "./setting";

const SIGHT_LIMIT_MS = 30_000;

/** Opens a stream of the console as a browser does; each line that arrives is handed on. Ends when `signal` aborts. */
export type OpenStream = (path: string, onData: (data: string) => void, signal: AbortSignal) => Promise<void>;

/** What a page says of a host: whose card says it in sentences, or who is said to hold the address. */
export interface Sentence {
  readonly about: "card" | "holder";
  readonly host: string;
  readonly text: string;
}

/**
 * Opens a page of the console in a browser and hands on what its picture says in English, whenever that changes, with the
 * instant (as `monotonicMs`) at which the browser had drawn it. Ends when `signal` aborts.
 */
export type OpenPage = (
  path: string,
  address: string,
  onSentence: (sentence: Sentence, atMs: number) => void,
  signal: AbortSignal,
) => Promise<void>;

/** How each view tells that a change has come to it. */
export interface Sign {
  inTopology(topology: Topology): boolean;
  inSentence(sentence: Sentence): boolean;
}

/** One way of seeing the group, by a client of the console. */
export interface View {
  readonly name: "stream" | "page";
  /** The first instant from `fromMs` on at which it showed the sign. Throws LabError `not_observed` after 30 s, and where it ended. */
  waitFor(sign: Sign, fromMs: number): Promise<number>;
  readonly ended: Promise<void>;
}

/** The live stream of the console; a sight is a whole picture. */
export function openStreamView(setting: MeasureSetting, openStream: OpenStream, signal: AbortSignal): View {
  const sights: { readonly topology: Topology; readonly atMs: number }[] = [];
  const onData = (data: string): void => {
    const atMs = monotonicMs();
    const item = ClusterStreamItem.safeParse(JSON.parse(data));
    if (item.success && item.data.kind === "topology") sights.push({ topology: item.data.topology, atMs });
  };
  const ended = openStream(`/api/v1/clusters/${setting.cluster.id}/stream`, onData, signal);
  return makeView("stream", ended, (sign, fromMs) =>
    sights.find(({ topology, atMs }) => atMs >= fromMs && sign.inTopology(topology)),
  );
}

/** The topology in a browser; a sight is a sentence that changed. */
export function openPageView(setting: MeasureSetting, openPage: OpenPage, signal: AbortSignal): View {
  const sights: { readonly sentence: Sentence; readonly atMs: number }[] = [];
  const onSentence = (sentence: Sentence, atMs: number): void => {
    sights.push({ sentence, atMs });
  };
  const ended = openPage(`/clusters/${setting.cluster.id}`, setting.vipAddress, onSentence, signal);
  return makeView("page", ended, (sign, fromMs) =>
    sights.find(({ sentence, atMs }) => atMs >= fromMs && sign.inSentence(sentence)),
  );
}

function makeView(
  name: View["name"],
  ended: Promise<void>,
  find: (sign: Sign, fromMs: number) => { readonly atMs: number } | undefined,
): View {
  return {
    name,
    ended,
    waitFor: (sign, fromMs) =>
      Promise.race([
        waitFor(`the ${name} to show a change`, () => find(sign, fromMs)?.atMs, {
          timeoutMs: SIGHT_LIMIT_MS,
        }),
        ended.then(() => {
          throw new LabError("not_observed", `The ${name} ended before it showed a change.`);
        }),
      ]),
  };
}
