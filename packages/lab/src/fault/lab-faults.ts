import type { ProcessTarget } from "@primacy/host-acts";
import type { ServiceName } from "../host/supervised";
import type { Lab } from "../lab";
import type { DatabaseName, HostName } from "../roster";
import { killAgent, startAgent, stopAgent } from "./agent-faults";
import type { FaultEvidence } from "./evidence";
import { freezeHost, thawHost } from "./freeze-faults";
import { type HealOptions, heal } from "./heal";
import {
  freezeProcess,
  killMysql,
  killProcess,
  limitSpace,
  startMysql,
  stopMysql,
  thawProcess,
} from "./host-acts";
import { changeHostKeys } from "./host-faults";
import { bringLinkUp, type CutOptions, cut, isolate, takeLinkDown } from "./network-faults";
import { powerOff, powerOn } from "./power-faults";
import { killService, startService, stopService } from "./service-faults";

/**
 * The faults of one lab. Each returns only when it has been observed from outside of what injected it, and throws
 * LabError when that does not happen in time. Each may run twice, but what does
 * not run cannot be killed, and an agent that does not answer cannot be stopped.
 */
export class LabFaults {
  readonly #lab: Lab;

  constructor(lab: Lab) {
    this.#lab = lab;
  }

  /** SIGKILL for mysqld; see `killMysql`. */
  killMysql(host: DatabaseName, options: { readonly restart: boolean }): Promise<FaultEvidence> {
    return killMysql(this.#lab.host(host), options);
  }

  /** Clean stop of mysqld; see `stopMysql`. */
  stopMysql(host: DatabaseName, signal?: AbortSignal): Promise<FaultEvidence> {
    return stopMysql(this.#lab.host(host), signal);
  }

  /** Start of mysqld under its supervisor; see `startMysql`. */
  startMysql(host: DatabaseName, signal?: AbortSignal): Promise<FaultEvidence> {
    return startMysql(this.#lab.host(host), signal);
  }

  /** SIGKILL for the agent; see `killAgent`. */
  killAgent(host: DatabaseName, options: { readonly restart: boolean }): Promise<FaultEvidence> {
    return killAgent(this.#lab.host(host), options);
  }

  /** Stop of the agent in order; see `stopAgent`. */
  stopAgent(host: DatabaseName): Promise<FaultEvidence> {
    return stopAgent(this.#lab.host(host));
  }

  /** Start of the agent under its supervisor; see `startAgent`. */
  startAgent(host: DatabaseName, signal?: AbortSignal): Promise<FaultEvidence> {
    return startAgent(this.#lab.host(host), signal);
  }

  /** SIGKILL by kernel name or inner pid; see `killProcess`. */
  killProcess(host: HostName, target: ProcessTarget): Promise<FaultEvidence> {
    return killProcess(this.#lab.host(host), target);
  }

  /** SIGKILL for sshd, MySQL Router, HAProxy, Keepalived; see `killService`. */
  killService(
    host: HostName,
    service: ServiceName,
    options: { readonly restart: boolean },
  ): Promise<FaultEvidence> {
    return killService(this.#lab.host(host), service, options);
  }

  /** Stop of a service in order; see `stopService`. */
  stopService(host: HostName, service: ServiceName): Promise<FaultEvidence> {
    return stopService(this.#lab.host(host), service);
  }

  /** Start of a service; see `startService`. */
  startService(host: HostName, service: ServiceName, signal?: AbortSignal): Promise<FaultEvidence> {
    return startService(this.#lab.host(host), service, signal);
  }

  /** SIGSTOP by kernel name or inner pid; see `freezeProcess`. */
  freezeProcess(host: HostName, target: ProcessTarget): Promise<FaultEvidence> {
    return freezeProcess(this.#lab.host(host), target);
  }

  /** SIGCONT by kernel name or inner pid; see `thawProcess`. */
  thawProcess(host: HostName, target: ProcessTarget): Promise<FaultEvidence> {
    return thawProcess(this.#lab.host(host), target);
  }

  /** All processes of a host at once; see `freezeHost`. */
  freezeHost(host: HostName): Promise<FaultEvidence> {
    return freezeHost(this.#lab.host(host));
  }

  /** Ends `freezeHost`; see `thawHost`. */
  thawHost(host: HostName): Promise<FaultEvidence> {
    return thawHost(this.#lab.host(host));
  }

  /** Pulls the host's cable; see `takeLinkDown`. */
  linkDown(host: HostName): Promise<FaultEvidence> {
    return takeLinkDown(this.#lab, this.#lab.host(host));
  }

  /** Plugs the host's cable in; see `bringLinkUp`. */
  linkUp(host: HostName): Promise<FaultEvidence> {
    return bringLinkUp(this.#lab, this.#lab.host(host));
  }

  /** Cuts hosts from each other, both ways or one; see `cut`. */
  cut(options: CutOptions): Promise<FaultEvidence> {
    return cut(this.#lab, options);
  }

  /** Cuts a host from everything, the console too; see `isolate`. */
  isolate(host: HostName): Promise<FaultEvidence> {
    return isolate(this.#lab, this.#lab.host(host));
  }

  /** Power failure of a host; see `powerOff`. */
  powerOff(host: HostName): Promise<FaultEvidence> {
    return powerOff(this.#lab, this.#lab.host(host));
  }

  /** Boot of a host; see `powerOn`. */
  powerOn(host: HostName, signal?: AbortSignal): Promise<FaultEvidence> {
    return powerOn(this.#lab, this.#lab.host(host), signal);
  }

  /** New SSH host keys; see `changeHostKeys`. */
  changeHostKeys(host: HostName): Promise<FaultEvidence> {
    return changeHostKeys(this.#lab, this.#lab.host(host));
  }

  /** A folder with almost no space; see `limitSpace`. */
  limitSpace(host: HostName, folder: string, bytes: number): Promise<FaultEvidence> {
    return limitSpace(this.#lab.host(host), folder, bytes);
  }

  /** Ends every fault; see `heal`. */
  heal(options?: HealOptions): Promise<FaultEvidence> {
    return heal(this.#lab, options);
  }
}
