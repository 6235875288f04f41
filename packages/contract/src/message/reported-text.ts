import type { Locale } from "../primitives/scalar";
import { formatDurationText } from "./duration";

type Phrase = readonly [RegExp, (...found: readonly string[]) => string];

/**
 * What programs of ours report as text: agents speak English alone, and a console reads those of several versions; the
 * ways to a host report beside what its tools said. What MySQL, the kernel or a tool said is no phrase: it is quoted.
 */
const phrases: readonly Phrase[] = [
  [/^no answer within (\d+) ms$/, (ms) => `${formatDurationText(Number(ms), "zh")}内没有应答`],
  [/^no answer within (\d+) s$/, (seconds) => `${seconds} 秒内没有应答`],
  [/^the connection was closed$/, () => "连接已被关闭"],
  [/^the connection broke while a command ran$/, () => "命令执行期间连接中断"],
  [/^the server at (\S+) is on another host$/, (address) => `${address} 上的服务器在另一台主机上`],
  [/^the SSH connection is gone$/, () => "SSH 连接已断开"],
  [/^sudo is not installed$/, () => "未安装 sudo"],
  [/^exit code (-?\d+|null)$/, (code) => `退出码 ${code}`],
  [/^signal (\S+)$/, (name) => `信号 ${name}`],
  [/^(.+) is no regular file, or cannot be seen$/, (path) => `${path} 不是普通文件，或无法查看`],
  [/^it does not tell its version: (.*)$/s, (shown) => `它没有说明版本：${shown}`],
  [/^it has changed since this operation was planned$/, () => "它在本操作计划之后已改变"],
  [/^it is not a gzip file$/, () => "它不是 gzip 文件"],
  [/^its signature is wrong$/, () => "其签名不正确"],
  [/^the server closed the connection$/, () => "服务器关闭了连接"],
  [/^The server's answer about itself cannot be read: (.*)$/s, (shown) => shown ?? ""],
  [/^there is no Ethernet interface (\S+)$/, (nic) => `没有以太网卡 ${nic}`],
  [/^this host has no nft$/, () => "本机没有 nft"],
  [/^this host cannot send ARP$/, () => "本机无法发送 ARP"],
  [/^koffi\.node cannot be loaded$/, () => "无法加载 koffi.node"],
  [/^no (\S+) beside the executable$/, (file) => `可执行文件旁没有 ${file}`],
  [/^(\S+): not a koffi module$/, (file) => `${file}：不是 koffi 模块`],
  [/^the certificate is of another console$/, () => "证书属于另一个控制台"],
  [/^this certificate is for (\S+) alone$/, (use) => `此证书只用于 ${use}`],
  [/^no answer in time, or asked again$/, () => "未及时应答，或已再次询问"],
  [/^the act failed$/, () => "操作失败"],
  [/^not configured$/, () => "尚未配置"],
  [/^the agent's log has the details under (\S+)$/, (id) => `代理日志中以 ${id} 记录了详情`],
  [/^this needs the role (.+)$/, (roles) => `需要 ${roles?.replaceAll(" or ", " 或 ")} 角色`],
  [/^the body is too large$/, () => "请求体太大"],
  [/^the body is not valid JSON$/, () => "请求体不是有效的 JSON"],
  [/^only an agent may ask this$/, () => "只有代理可以这样询问"],
  [/^another agent of this cluster runs on this host$/, () => "本机上运行着该集群的另一个代理"],
  [/^this agent belongs to no cluster$/, () => "该代理不属于任何集群"],
  [/^this agent belongs to (?:cluster )?(\S+)$/, (id) => `该代理属于集群 ${id}`],
  [/^this is asked of no cluster$/, () => "所询问的不属于任何集群"],
  [/^this is asked of (?:cluster )?(\S+)$/, (id) => `所询问的是集群 ${id}`],
  [/^(\S+) names no cluster$/, (header) => `${header} 未指明集群`],
  [/^this host is in several clusters, and none is named$/, () => "该主机属于多个集群，而请求未指明集群"],
  [/^an agent serves (\d+) clusters at most$/, (count) => `一个代理最多服务 ${count} 个集群`],
  [
    /^this agent belongs to cluster (\S+); make it forget that one first$/,
    (id) => `该代理属于集群 ${id}；请先让它忘记该集群`,
  ],
  [/^epoch (\d+) is below (\d+), which is held$/, (told, held) => `纪元 ${told} 低于已持有的 ${held}`],
  [/^epoch (\d+) is not above (\d+), which is held$/, (told, held) => `纪元 ${told} 不高于已持有的 ${held}`],
  [/^vips: (\S+) is listed twice$/, (address) => `vips：${address} 重复列出`],
  [/^it was used before: an order serves one recovery$/, () => "该命令已被使用：一个命令只用于一次恢复"],
  [/^it is not signed with a key that is registered on this host$/, () => "签名所用的密钥没有在本机登记"],
  [
    /^it is signed for '(.*)' and not for '(\S+)'$/,
    (other, expected) => `它是为“${other}”而不是为“${expected}”签署的`,
  ],
  [
    /^the signature is not of this text: it was changed after it was signed$/,
    () => "签名与此文本不符：文本在签署后被改动",
  ],
  [
    /^the signature is none that 'ssh-keygen -Y sign' makes with an Ed25519 key$/,
    () => "该签名不是 'ssh-keygen -Y sign' 用 Ed25519 密钥生成的",
  ],
  [/^the text is no order of this version, or was changed$/, () => "该文本不是此版本的命令，或已被改动"],
  [/^it is about cluster (\S+)$/, (id) => `它针对集群 ${id}`],
  [/^it says that this host itself is off$/, () => "它称本机自身已关闭"],
  [/^it names hosts that are no peers of this one: (.+)$/, (hosts) => `它列出了不是本机对等的主机：${hosts}`],
  [
    /^it ended at (\S+), (\d+) s ago by this host's clock$/,
    (at, seconds) => `它已于 ${at} 失效（按本机时钟为 ${seconds} 秒前）`,
  ],
  [
    /^it ends more than (\d+) min from now, by this host's clock$/,
    (minutes) => `按本机时钟，它在 ${minutes} 分钟之后才失效`,
  ],
  [/^hostId: this agent is (\S+)$/, (id) => `hostId：该代理是 ${id}`],
];

/** A reported text in Chinese, several of them by semicolons; whatever is no phrase stays as it is. */
export function translateReported(text: string): string {
  const whole = findTranslation(text);
  if (whole !== null) return whole;
  const parts = text.split("; ");
  const translated = parts.map(findTranslation);
  return translated.some((part) => part !== null)
    ? parts.map((part, index) => translated[index] ?? part).join("；")
    : text;
}

function findTranslation(text: string): string | null {
  const isSentence = text.endsWith(".");
  const phrase = isSentence ? text.slice(0, -1) : text;
  for (const [pattern, translate] of phrases) {
    const found = pattern.exec(phrase);
    if (found !== null) return translate(...found.slice(1)) + (isSentence ? "。" : "");
  }
  // An agent's word of its MySQL session: what was tried, what came of it, and the code.
  const [, tried, detail = "", code] = /^(connect|query): (.+) (\(\w+\))$/.exec(text) ?? [];
  const translated = tried === undefined ? null : findTranslation(detail);
  return translated === null ? null : `${tried}: ${translated} ${code}`;
}

/** Names by commas, as the reader's script has them. */
export function readNames(names: string, locale: Locale): string {
  return locale === "zh" ? names.replaceAll(", ", "、").replaceAll("; ", "；") : names;
}
