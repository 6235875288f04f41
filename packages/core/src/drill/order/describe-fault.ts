import {
  type Message,
  message,
  type PlanStep,
  type ProxyService,
  proxyServiceTitles,
} from "@primacy/contract";
import { switchoverStatement, transactionWaitSeconds } from "../../switchover";
import type { DrillInput } from "./drill-input";
import { freezeAgentMs, lookAgainMs } from "./fault-traits";
import { hostFaultOf } from "./host-fault";

/** The step that makes the fault, as a title. */
export function titleOf({ fault, target, other, proxy }: DrillInput): Message {
  const { name: member } = target;
  if (fault.kind === "switchover") return message("step.drill.switchover", { member: other?.name ?? "-" });
  if (fault.kind === "cut_one_way") {
    const [from, to] = linkOf(fault.drops, member, other?.name ?? "-");
    return message("step.drill.cut_one_way", { from, to });
  }
  if (fault.kind === "kill_proxy")
    return message("step.drill.kill_proxy", namesOf(fault.program, proxy?.name));
  return message(`step.drill.${fault.kind}`, { member });
}

/** What the fault does, one sentence; whether writes stop by it, others say. */
export function consequenceOf({ fault, target, primary, other, proxy }: DrillInput): Message {
  const { name: member } = target;
  if (fault.kind === "switchover")
    return message("consequence.drill_switchover", { member: other?.name ?? "-", primary: primary.name });
  if (fault.kind === "cut_one_way") {
    const [from, to] = linkOf(fault.drops, member, other?.name ?? "-");
    return message("consequence.drill_cut_one_way", { from, to });
  }
  if (fault.kind === "freeze_agent")
    return message("consequence.drill_freeze_agent", { member, limitMs: freezeAgentMs });
  if (fault.kind === "cpu_pressure")
    return message("consequence.drill_cpu_pressure", { member, perProcessor: fault.perProcessor });
  if (fault.kind === "fill_disk")
    return message("consequence.drill_fill_disk", {
      member,
      ms: fault.seconds * 1_000,
      againMs: lookAgainMs,
    });
  if (fault.kind === "kill_proxy") {
    const host = proxy?.name ?? "-";
    if (fault.program === "keepalived" && fault.restarts)
      return message("consequence.drill_kill_keepalived_restarts", { host });
    return message(`consequence.drill_kill_${fault.program}`, { host });
  }
  return message(`consequence.drill_${fault.kind}`, { member });
}

function namesOf(program: ProxyService, host = "-"): { readonly program: string; readonly host: string } {
  return { program: proxyServiceTitles[program], host };
}

/** The end that sends, and the one that does not hear it. */
function linkOf(
  drops: "to_secondary" | "from_secondary",
  primary: string,
  secondary: string,
): [string, string] {
  return drops === "to_secondary" ? [primary, secondary] : [secondary, primary];
}

/** The statement or the commands, in the order in which they are done. What is dropped is a table of the host operator's own. */
export function previewOf(input: DrillInput): PlanStep["preview"] {
  const host = hostFaultOf(input);
  if (host === null) {
    const uuid = input.other?.serverUuid ?? "";
    return [{ kind: "sql", text: switchoverStatement(uuid, transactionWaitSeconds) }];
  }
  switch (host.name) {
    case "kill_server": {
      const kill = command(`kill -KILL PID_OF_PORT_${host.port}`);
      return host.restarts ? [kill] : [...keepDown(host.service), kill];
    }
    case "stop_server":
      return [command(`service ${host.service} stop`)];
    case "freeze_server":
      return [command(`kill -STOP PID_OF_PORT_${host.port}`)];
    case "kill_agent":
      return [command("kill -KILL PID_OF_AGENT")];
    case "freeze_agent":
      return [command(`kill -STOP PID_OF_AGENT; sleep ${freezeAgentMs / 1_000}; kill -CONT PID_OF_AGENT`)];
    case "cut": {
      const text = host.peers === null ? "drop *" : `drop ${host.drops} ${host.peers.join(", ")}`;
      return [{ kind: "network", text: `${text}; accept ${host.spares.join(", ")}` }];
    }
    case "busy_processors":
      return [
        command(
          `for i in $(seq $(($(nproc) * ${host.perProcessor}))); do sh -c 'while :; do :; done' & done`,
        ),
      ];
    case "kill_proxy": {
      const kill = command(`kill -KILL PIDS_OF_${host.program.toUpperCase()}`);
      return host.restarts ? [kill] : [...keepUnitDown(host.program), kill];
    }
    case "fill_disk":
      return [command(`fallocate -l FREE_SPACE DATA_OF_PORT_${host.port}/primacy-drill-fill-ID`)];
  }
}

/** What would start the server again: systemd, where it runs it, or a mysqld_safe that is its parent. */
function keepDown(service: string): PlanStep["preview"] {
  return [...keepUnitDown(service), command("kill -KILL PID_OF_MYSQLD_SAFE")];
}

function keepUnitDown(service: string): PlanStep["preview"] {
  return [
    command(
      `printf '[Service]\\nRestart=no\\n' >/run/systemd/system/${service}.service.d/zz-primacy-drill.conf`,
    ),
    command("systemctl daemon-reload"),
  ];
}

function command(text: string): PlanStep["preview"][number] {
  return { kind: "command", text };
}
