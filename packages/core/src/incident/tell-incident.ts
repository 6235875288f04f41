import { type Incident, joinMessages, type Message, message, withPort } from "@primacy/contract";

type Told = Pick<
  Incident,
  | "kind"
  | "cause"
  | "oldPrimary"
  | "newPrimary"
  | "addresses"
  | "marks"
  | "predicted"
  | "actual"
  | "clients"
  | "isPartial"
>;

/** How it stands now: all is back, or at least some member takes writes. */
interface IncidentNow {
  readonly isBack: boolean;
  readonly isWriting: boolean;
}

/** An incident in one line and in sentences: only what is known, with its error. */
export function tellIncident(
  told: Told,
  { isBack, isWriting }: IncidentNow,
): { readonly line: Message; readonly sentence: Message } {
  const member = told.oldPrimary?.name ?? "-";
  const sentences = [
    message(`incident.cause.${told.cause}`, { member, address: told.addresses[0]?.address ?? "-" }),
    ...(told.kind === "primary" ? [tellWrites(told, isBack)] : []),
    ...tellAddresses(told, isBack),
    ...tellPrediction(told),
    ...told.clients.map(tellClients),
    ...(told.isPartial ? [message("incident.partial")] : []),
  ];
  return { line: tellLine(told, member, { isBack, isWriting }), sentence: joinMessages(sentences) };
}

function writableOf({ marks }: Pick<Told, "marks">): Incident["marks"][number] | undefined {
  return marks.find(({ phase }) => phase === "writable");
}

function tellLine(told: Told, member: string, { isBack, isWriting }: IncidentNow): Message {
  const { kind, cause, newPrimary, oldPrimary, addresses, actual } = told;
  const address = addresses[0]?.address ?? "-";
  if (kind === "address") {
    if (!isBack) return message("incident.line.address_open", { member, address });
    return actual === null
      ? message("incident.line.address_over", { member, address })
      : message("incident.line.address", { member, address, ms: actual.ms });
  }
  const writable = writableOf(told);
  if (newPrimary === null || !isBack) {
    const next = isWriting ? writable?.seenBy : null;
    return next == null || addresses.length === 0
      ? message("incident.line.open", { member, cause })
      : message("incident.line.away", { member, cause, next, address });
  }
  const next = newPrimary.name;
  if (writable === undefined || told.isPartial) return message("incident.line.over", { member, cause, next });
  const ms = writable.atMs;
  if (newPrimary.memberId === oldPrimary?.memberId)
    return message("incident.line.back", { member, cause, ms });
  return cause === "ordered_elsewhere"
    ? message("incident.line.moved", { member, cause, next, ms })
    : message("incident.line.taken", { member, cause, next, ms });
}

function tellWrites(told: Told, isBack: boolean): Message {
  const writable = writableOf(told);
  const { newPrimary } = told;
  if (writable !== undefined && writable.seenBy !== null && !told.isPartial)
    return message("incident.writable", {
      next: newPrimary?.name ?? writable.seenBy,
      ms: writable.atMs,
      errorMs: writable.errorMs,
    });
  return isBack && newPrimary !== null
    ? message("incident.writable_over", { next: newPrimary.name })
    : message("incident.writable_open");
}

function tellAddresses({ addresses }: Told, isBack: boolean): readonly Message[] {
  return addresses.map(({ address, away, to }) => {
    if (away !== null) return message("incident.away", { address, ms: away.ms, errorMs: away.errorMs });
    return isBack && to !== null
      ? message("incident.away_over", { address, host: to })
      : message("incident.away_open", { address });
  });
}

function tellPrediction({ predicted, actual }: Told): readonly Message[] {
  if (predicted === null || actual === null) return [];
  const { ms, errorMs } = actual;
  const params = { ...predicted, ms };
  if (ms - errorMs > predicted.maxMs) return [message("incident.above", params)];
  if (ms + errorMs < predicted.minMs) return [message("incident.below", params)];
  return [message("incident.within", params)];
}

function tellClients({ address, port, lane, gapMs, errorMs, isOpen }: Incident["clients"][number]): Message {
  const params = { endpoint: withPort(address, port), ms: gapMs, errorMs };
  if (lane === "read")
    return message(isOpen ? "incident.clients_read_open" : "incident.clients_read", params);
  return message(isOpen ? "incident.clients_open" : "incident.clients", params);
}
