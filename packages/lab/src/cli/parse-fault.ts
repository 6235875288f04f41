import { LabError } from "../errors";
import type { FaultEvidence } from "../fault/evidence";
import { type ServiceName, supervisedServices } from "../host/supervised";
import type { Lab } from "../lab";
import {
  CONSOLE,
  type DatabaseName,
  databaseNames,
  type Endpoint,
  type HostName,
  hostNames,
  isDatabaseName,
  isHostName,
} from "../roster";

/** What a fault is injected with beside its words. */
export interface FaultOptions {
  readonly oneWay: boolean;
  readonly layer: "wire" | "ip";
  readonly restart: boolean;
}

/** A fault whose words were understood. */
export type Injection = (lab: Lab, signal: AbortSignal) => Promise<FaultEvidence>;

/** The words that a fault takes, and what it does with them. */
type Fault =
  | { readonly takes: "nothing"; inject(lab: Lab, signal: AbortSignal): Promise<FaultEvidence> }
  | { readonly takes: "host"; inject(lab: Lab, host: HostName, signal: AbortSignal): Promise<FaultEvidence> }
  | {
      readonly takes: "database";
      inject(
        lab: Lab,
        host: DatabaseName,
        signal: AbortSignal,
        options: FaultOptions,
      ): Promise<FaultEvidence>;
    }
  | {
      readonly takes: "process";
      inject(lab: Lab, host: HostName, target: string | number): Promise<FaultEvidence>;
    }
  | {
      readonly takes: "service";
      inject(
        lab: Lab,
        host: HostName,
        service: ServiceName,
        signal: AbortSignal,
        options: FaultOptions,
      ): Promise<FaultEvidence>;
    }
  | {
      readonly takes: "two sides";
      inject(
        lab: Lab,
        sides: readonly [Endpoint[], Endpoint[]],
        options: FaultOptions,
      ): Promise<FaultEvidence>;
    };

const wordsOf: Readonly<Record<Fault["takes"], readonly string[]>> = {
  nothing: [],
  host: ["HOST"],
  database: ["HOST"],
  process: ["HOST", "NAME|PID"],
  service: ["HOST", "SERVICE"],
  "two sides": ["HOSTS", "HOSTS"],
};

const faults: Readonly<Record<string, Fault>> = {
  "kill-mysql": {
    takes: "database",
    inject: (lab, host, _signal, { restart }) => lab.fault.killMysql(host, { restart }),
  },
  "stop-mysql": { takes: "database", inject: (lab, host, signal) => lab.fault.stopMysql(host, signal) },
  "start-mysql": { takes: "database", inject: (lab, host, signal) => lab.fault.startMysql(host, signal) },
  "kill-agent": {
    takes: "database",
    inject: (lab, host, _signal, { restart }) => lab.fault.killAgent(host, { restart }),
  },
  "stop-agent": { takes: "database", inject: (lab, host) => lab.fault.stopAgent(host) },
  "start-agent": { takes: "database", inject: (lab, host, signal) => lab.fault.startAgent(host, signal) },
  "kill-service": {
    takes: "service",
    inject: (lab, host, service, _signal, { restart }) => lab.fault.killService(host, service, { restart }),
  },
  "stop-service": {
    takes: "service",
    inject: (lab, host, service) => lab.fault.stopService(host, service),
  },
  "start-service": {
    takes: "service",
    inject: (lab, host, service, signal) => lab.fault.startService(host, service, signal),
  },
  "kill-process": { takes: "process", inject: (lab, host, target) => lab.fault.killProcess(host, target) },
  "freeze-process": {
    takes: "process",
    inject: (lab, host, target) => lab.fault.freezeProcess(host, target),
  },
  "thaw-process": { takes: "process", inject: (lab, host, target) => lab.fault.thawProcess(host, target) },
  "freeze-host": { takes: "host", inject: (lab, host) => lab.fault.freezeHost(host) },
  "thaw-host": { takes: "host", inject: (lab, host) => lab.fault.thawHost(host) },
  "link-down": { takes: "host", inject: (lab, host) => lab.fault.linkDown(host) },
  "link-up": { takes: "host", inject: (lab, host) => lab.fault.linkUp(host) },
  cut: {
    takes: "two sides",
    inject: (lab, [from, to], { oneWay, layer }) => lab.fault.cut({ from, to, oneWay, layer }),
  },
  isolate: { takes: "host", inject: (lab, host) => lab.fault.isolate(host) },
  "power-off": { takes: "host", inject: (lab, host) => lab.fault.powerOff(host) },
  "power-on": { takes: "host", inject: (lab, host, signal) => lab.fault.powerOn(host, signal) },
  heal: {
    takes: "nothing",
    inject: (lab, signal) => lab.fault.heal({ signal, onProgress: (line) => console.log(line) }),
  },
};

/** The names of the faults that the command knows. */
export const faultNames: readonly string[] = Object.keys(faults);

/** Understands the words of a fault. Throws LabError `bad_option` with everything that is wrong with them, before any lab is asked. */
export function parseFault([name = "", ...words]: readonly string[], options: FaultOptions): Injection {
  const fault = faults[name];
  if (fault === undefined) throw refusal(`fault knows ${faultNames.join(", ")}; not '${name}'.`);
  const wanted = wordsOf[fault.takes];
  if (words.length !== wanted.length)
    throw refusal(`Say: fault ${[name, ...wanted].join(" ")}; not '${words.join(" ")}'.`);
  const [first = "", second = ""] = words;
  switch (fault.takes) {
    case "nothing":
      return (lab, signal) => fault.inject(lab, signal);
    case "host": {
      if (!isHostName(first)) throw refusal(noHost(first));
      return (lab, signal) => fault.inject(lab, first, signal);
    }
    case "database": {
      if (!isDatabaseName(first))
        throw refusal(`Name a database host: ${databaseNames.join(", ")}; not '${first}'.`);
      return (lab, signal) => fault.inject(lab, first, signal, options);
    }
    case "process": {
      if (!isHostName(first)) throw refusal(noHost(first));
      const target = /^\d+$/.test(second) ? Number(second) : second;
      return (lab) => fault.inject(lab, first, target);
    }
    case "service": {
      const service = supervisedServices.find(({ name }) => name === second)?.name;
      const wrong = [
        ...(isHostName(first) ? [] : [noHost(first)]),
        ...(service === undefined
          ? [`Name a service: ${supervisedServices.map(({ name }) => name).join(", ")}; not '${second}'.`]
          : []),
      ];
      if (!isHostName(first) || service === undefined) throw refusal(wrong.join("\n"));
      return (lab, signal) => fault.inject(lab, first, service, signal, options);
    }
    case "two sides": {
      const sides = [first.split(","), second.split(",")] as const;
      const wrong = sides.flat().filter((word) => !isEndpoint(word));
      if (wrong.length > 0) throw refusal(wrong.map(noHost).join("\n"));
      return (lab) => fault.inject(lab, [sides[0].filter(isEndpoint), sides[1].filter(isEndpoint)], options);
    }
  }
}

function isEndpoint(word: string): word is Endpoint {
  return word === CONSOLE || isHostName(word);
}

function noHost(word: string): string {
  return `Name a host: ${hostNames.join(", ")}; not '${word}'.`;
}

function refusal(text: string): LabError {
  return new LabError("bad_option", text);
}
