import { type Message, message, withPort } from "@primacy/contract";

/** Why nobody gets an answer from a server, as a word of the catalogue under `network.`; `place` is where it was tried. */
export interface ServerError {
  readonly kind: ServerErrorKind;
  /** Address and port, or a name, as the error names them; null where it does not. */
  readonly place: string | null;
  /** How long somebody waited, where the error says so. */
  readonly limitMs: number | null;
}

/** The common ways in which a network fails. */
export type ServerErrorKind =
  | "nothing_listens"
  | "no_answer"
  | "no_route_to_host"
  | "no_route_to_network"
  | "connection_closed"
  | "not_permitted"
  | "name_unknown"
  | "name_server_silent";

const kinds: Readonly<Record<string, ServerErrorKind>> = {
  ECONNREFUSED: "nothing_listens",
  ETIMEDOUT: "no_answer",
  EHOSTUNREACH: "no_route_to_host",
  EHOSTDOWN: "no_route_to_host",
  ENETUNREACH: "no_route_to_network",
  ENETDOWN: "no_route_to_network",
  ECONNRESET: "connection_closed",
  EPIPE: "connection_closed",
  PROTOCOL_CONNECTION_LOST: "connection_closed",
  EACCES: "not_permitted",
  EPERM: "not_permitted",
  ENOTFOUND: "name_unknown",
  EAI_AGAIN: "name_server_silent",
};

/**
 * Reads what an agent reports of its server: its own word, or what the system said with its code. Null where it is none of
 * the common errors: then what was said stands for itself.
 */
export function readServerError({ code, params }: Message): ServerError | null {
  switch (code) {
    case "server.no_answer":
      return { kind: "no_answer", place: null, limitMs: Number(params.limitMs) };
    case "server.too_slow":
      return { kind: "no_answer", place: null, limitMs: null };
    case "server.closed":
      return { kind: "connection_closed", place: null, limitMs: null };
    case "server.said": {
      const errorCode = String(params.errorCode);
      const kind = kinds[errorCode];
      return kind === undefined
        ? null
        : { kind, place: findPlace(String(params.said), errorCode), limitMs: null };
    }
    default:
      return null;
  }
}

/** The error in a sentence, with what was reported in its parameters; null where it is none of the common ones. */
export function tellServerError(error: Message, server: { address: string; port: number }): Message | null {
  const read = readServerError(error);
  if (read === null) return null;
  const place = read.place ?? withPort(server.address, server.port);
  if (read.kind === "no_answer" && read.limitMs !== null)
    return message("network.no_answer_within", { place, limitMs: read.limitMs, raw: error.text });
  return message(`network.${read.kind}`, { place, raw: error.text });
}

/**
 * The error for a sentence of one's own (`{reason:why}`), without a full stop: in words of the catalogue, or what was reported
 * where it is none of the common ones.
 */
export function wordOfServerError(error: Message): Message {
  const read = readServerError(error);
  if (read === null) return error;
  return read.limitMs === null
    ? message(`why.${read.kind}`)
    : message("why.no_answer_within", { limitMs: read.limitMs });
}

/** What stands behind the code in the system's own text: `connect ECONNREFUSED 10.0.0.12:3306`, `getaddrinfo ENOTFOUND db1`. */
function findPlace(said: string, code: string): string | null {
  const [, where] = new RegExp(`${code} (\\S+)`).exec(said) ?? [];
  if (where === undefined) return null;
  const [, host, port] = /^(.+):(\d+)$/.exec(where) ?? [];
  return host === undefined ? where : withPort(host, Number(port));
}
