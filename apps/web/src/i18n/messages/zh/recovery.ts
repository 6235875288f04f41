import type { recovery as english } from "../en/recovery";
import type { TextsLike } from "../texts";

/** 恢复不再提供服务的组。 */
export const recovery: TextsLike<typeof english> = {
  title: "组恢复",
  intro:
    "用于不再提供服务的组：它失去了多数派，或所有成员都已停止。组从一个拥有其他成员全部数据的成员继续。有多数派的组不需要恢复。",
  target: "从此成员继续",
  current: "主库",
  check: "运行检查",
  checking: "正在检查",
  run: "从 {name} 恢复组",
  confirmTitle: "从 {name} 恢复组？",
  hosts: "主机",
  typeName: "输入集群名称 {name}",
  running: "正在恢复组",
  consequenceTitle: "会发生什么",
  consequence:
    "如果另一个成员仍接受写入，数据就会分裂成两份，且无法合并。因此其他每个成员都必须在组的同一部分中、已不在组中且为只读、已停止或已关机；对于控制台和代理都无法连通的成员，须由您以签名的命令确认其主机已关闭或已切断网络。",
  refused: "未开始恢复",
  accountText:
    "让组继续的设置需要 SYSTEM_VARIABLES_ADMIN 权限，Primacy 自己的账户没有该权限。该账户仅用于此次操作，之后即被忘记。",
  accountTextKept:
    "让组继续的设置需要 SYSTEM_VARIABLES_ADMIN 权限，Primacy 自己的账户没有该权限。留空则使用注册时保留的管理员账户；填写的其他账户在操作结束后即被忘记。",
  order: "签署针对 {hosts} 的命令",
  orderText:
    "无人能连通这些主机，因此没有任何证据表明其服务器在做什么。请先将其关机或切断网络，再用已在继续运行的主机上登记的 Ed25519 密钥签署。该命令在 {until} 之前有效，且只生效一次。",
  command: "在您自己的机器上",
  copyCommand: "复制命令",
  signature: "签名",
  signatureHint: "命令输出的内容：从 BEGIN SSH SIGNATURE 到 END SSH SIGNATURE。",
  resultText: "组已从 {name} 恢复服务：{count} 个成员 ONLINE",
  resultHolder: "{host} 持有 VIP。接下来请启动其他成员。",
  resultNext: "接下来请启动其他成员。",
  open: "查看成员",
  again: "再次检查",
  lost: "控制台所能连通的组的各部分都没有多数派",
  lostText: "如果因主机丢失或所有成员都已停止而无法自行恢复，操作员可以让组从一个成员继续。",
};
