import { familyOf, withPort } from "@primacy/contract";
import type { Finding } from "./build-check";
import { oneDecimal, proofWaitMs } from "./downtime";
import type { MemberGiven, MemberSubject, VipCheck } from "./vip-needs";

/** The checks of one host's details. */
export const detailChecks: readonly VipCheck[] = [
  { code: "kernel", scope: "member", needs: "agent", judge: kernel },
  { code: "clock_source", scope: "member", needs: "agent", judge: clockSource },
  { code: "platform", scope: "member", needs: "agent", judge: platform },
  { code: "nic_manager", scope: "member", needs: "agent", judge: nicManager },
  { code: "address_remembered", scope: "member", needs: "agent", judge: addressRemembered },
  { code: "reverse_name", scope: "member", needs: "agent", judge: reverseName },
  { code: "gateway", scope: "member", needs: "agent", judge: gateway },
  { code: "disk_space", scope: "member", needs: "agent", judge: diskSpace },
  { code: "agent_paths", scope: "member", needs: "agent", judge: agentPaths },
  { code: "boot_start", scope: "member", needs: "agent", judge: bootStart },
];

/** What their judges look at. */
type Seen = MemberSubject & MemberGiven["agent"];

/** Resetting what arrives for a released address needs a rule that older kernels do not have. */
const resetKernel = { major: 5, minor: 9 };

function kernel({ observation: { details } }: Seen): Finding {
  const [major = Number.NaN, minor = 0] = details.kernel.split(/[.-]/).map(Number);
  const params = { kernel: details.kernel, needed: `${resetKernel.major}.${resetKernel.minor}` };
  const isOld = major < resetKernel.major || (major === resetKernel.major && minor < resetKernel.minor);
  return isOld
    ? { result: "warn", evidence: "check.kernel.warn", remedy: "check.kernel.remedy", params }
    : { result: "pass", evidence: "check.kernel.pass", params };
}

/** Each reading of these takes a slow device, which an agent does many times a second. */
const slowClocks = ["acpi_pm", "hpet", "jiffies", "refined-jiffies", "pit"];

function clockSource({ observation: { details } }: Seen): Finding {
  const params = { source: details.clockSource ?? "-" };
  if (details.clockSource === null) return { result: "skipped", evidence: "check.clock_source.skipped" };
  return slowClocks.includes(details.clockSource)
    ? { result: "warn", evidence: "check.clock_source.warn", remedy: "check.clock_source.remedy", params }
    : { result: "pass", evidence: "check.clock_source.pass", params };
}

/** Their networks deliver an address to the machine that they gave it to, whatever ARP says. */
const clouds =
  /amazon ec2|google compute|alibaba cloud|tencent cloud|huaweicloud|oraclecloud|digitalocean|hetzner|openstack|linode|vultr|scaleway|microsoft corporation virtual machine/i;

function platform({ observation: { details } }: Seen): Finding {
  const params = { platform: details.platform ?? "-" };
  if (details.platform === null) return { result: "pass", evidence: "check.platform.pass_unknown" };
  return clouds.test(details.platform)
    ? { result: "warn", evidence: "check.platform.warn", remedy: "check.platform.remedy", params }
    : { result: "pass", evidence: "check.platform.pass", params };
}

function nicManager({ observation: { details } }: Seen): Finding {
  if (details.nic === null) return { result: "skipped", evidence: "check.nic_manager.skipped" };
  const { name, manager } = details.nic;
  const params = { nic: name, manager: manager.kind, evidence: manager.evidence };
  if (manager.kind === "none") return { result: "pass", evidence: "check.nic_manager.pass_none", params };
  if (manager.keepsAddresses === true)
    return { result: "pass", evidence: "check.nic_manager.pass_keeps", params };
  return manager.kind === "networkd"
    ? {
        result: "warn",
        evidence: "check.nic_manager.warn_networkd",
        remedy: "check.nic_manager.remedy_networkd",
        params,
      }
    : { result: "warn", evidence: "check.nic_manager.warn", remedy: "check.nic_manager.remedy", params };
}

/** A machine that is off now answers nobody; who had the address lately is remembered for a while. */
function addressRemembered({ snapshot, observation: { details } }: Seen): Finding {
  const { address } = snapshot.request;
  const known = details.remembered.find((one) => one.address === address);
  if (known === undefined)
    return { result: "pass", evidence: "check.address_remembered.pass", params: { address } };
  const owner = snapshot.members.find(
    ({ sight }) => sight.kind === "observed" && sight.observation.nics.some((nic) => nic.mac === known.mac),
  );
  const params = { address, mac: known.mac, nic: known.nic, host: owner?.name ?? "-" };
  return owner !== undefined
    ? { result: "pass", evidence: "check.address_remembered.pass_member", params }
    : {
        result: "warn",
        evidence: "check.address_remembered.warn",
        remedy: "check.address_remembered.remedy",
        params,
      };
}

/** A name is no obstacle: it may be the VIP's own. The reader knows whose it is. */
function reverseName({ snapshot, observation: { details } }: Seen): Finding {
  const { address } = snapshot.request;
  const names = details.reverseNames[address];
  if (names === undefined) return { result: "pass", evidence: "check.reverse_name.pass_unknown" };
  return names.length === 0
    ? { result: "pass", evidence: "check.reverse_name.pass_none", params: { address } }
    : { result: "pass", evidence: "check.reverse_name.pass", params: { address, names: names.join(", ") } };
}

/** Without it, clients of other networks reach neither the host nor the VIP. */
function gateway({ snapshot, observation }: Seen): Finding {
  // Each family has gateways of its own.
  const family = familyOf(snapshot.request.address);
  const gateways = observation.gateways.filter((one) => familyOf(one) === family);
  const gatewayArp = observation.details.gatewayArp.filter((one) => familyOf(one.address) === family);
  const [asked] = gatewayArp;
  if (gateways.length === 0) return { result: "pass", evidence: "check.gateway.pass_none" };
  const params = {
    gateways: gatewayArp.map((one) => one.address).join(", "),
    all: gateways.join(", "),
    nic: asked?.nic ?? "-",
  };
  if (asked === undefined) return { result: "pass", evidence: "check.gateway.pass_elsewhere", params };
  return gatewayArp.some((one) => one.macs.length > 0)
    ? { result: "pass", evidence: "check.gateway.pass", params }
    : { result: "warn", evidence: "check.gateway.warn", remedy: "check.gateway.remedy", params };
}

const failBelowBytes = 100 * 2 ** 20;
const warnBelowBytes = 2 ** 30;
const warnBelowShare = 0.05;

/** A server whose disk is full lets every write wait, and stays the primary. */
function diskSpace({
  observation: {
    details: { disk },
  },
}: Seen): Finding {
  if (disk === null) return { result: "skipped", evidence: "check.disk_space.skipped" };
  const params = {
    path: disk.path,
    freeMiB: Math.floor(disk.freeBytes / 2 ** 20),
    percent: disk.totalBytes === 0 ? 0 : oneDecimal((disk.freeBytes / disk.totalBytes) * 100),
  };
  const remedy = "check.disk_space.remedy";
  if (disk.freeBytes < failBelowBytes)
    return { result: "fail", evidence: "check.disk_space.fail", remedy, params };
  return disk.freeBytes < warnBelowBytes || disk.freeBytes < disk.totalBytes * warnBelowShare
    ? { result: "warn", evidence: "check.disk_space.warn", remedy, params }
    : { result: "pass", evidence: "check.disk_space.pass", params };
}

/** Where an agent cannot ask another, every take-over waits for the longest that it might still hold the address. */
function agentPaths({ snapshot, observation: { details } }: Seen): Finding {
  const unreached = details.connected.filter((one) => !one.isReached);
  if (details.connected.length === 0) return { result: "pass", evidence: "check.agent_paths.pass_alone" };
  const nameOf = (address: string, port: number): string =>
    snapshot.members.find((one) => one.agentAddress === address && one.agentPort === port)?.name ?? address;
  const params = {
    count: details.connected.length,
    hosts: unreached
      .map(
        ({ address, port, error }) =>
          `${nameOf(address, port)} (${withPort(address, port)}, ${error ?? "-"})`,
      )
      .join(", "),
    seconds: oneDecimal(proofWaitMs(snapshot.timings) / 1000),
  };
  return unreached.length === 0
    ? { result: "pass", evidence: "check.agent_paths.pass", params }
    : { result: "warn", evidence: "check.agent_paths.warn", remedy: "check.agent_paths.remedy", params };
}

/** A host that comes back without its agent cannot hold the VIP, which is noticed when it has to. */
function bootStart({ observation: { details } }: Seen): Finding {
  const { manager, isEnabled, evidence } = details.bootStart;
  const params = { evidence };
  return isEnabled
    ? { result: "pass", evidence: "check.boot_start.pass", params }
    : {
        result: "warn",
        evidence: `check.boot_start.warn_${manager}`,
        remedy: `check.boot_start.remedy_${manager}`,
        params,
      };
}
