import { catalog } from "./catalog";

/** What discovery found that does not match or cannot be managed. */
export const discoveryCatalog = catalog(
  {
    "discovery.not_in_group": "The server at {address} is not in a group: its state is {state}.",
    "discovery.no_plugin": "The server at {address} does not run Group Replication.",
    "discovery.sign_in_failed": "The server at {address} refused the account {user}: {reason:why}",
    "discovery.unreachable": "The server at {address} does not answer: {reason:why}",
    "discovery.too_old": "The server at {address} is version {version}; at least {minimum} is needed.",
    "discovery.missing_privileges": "The account {user} lacks what registration needs: {missing}.",
    "discovery.multi_primary":
      "The group runs in multi-primary mode. The console can watch it, but a write VIP has no single primary to follow.",
    "discovery.no_majority":
      "Only {online} of {total} members are online: the group accepts no writes, so Primacy cannot create accounts.",
    "discovery.no_primary": "The group has no primary now.",
    "discovery.registered": "This group is already registered as {cluster}.",
    "discovery.name_taken": "A cluster with the name {name} already exists.",
    "discovery.accounts_exist":
      "The group already has Primacy's accounts. Registering sets new passwords; another console that manages this group then loses access.",
    "discovery.member_unmatched": "No host has the address {address}. Add the host first.",
    "discovery.member_ambiguous": "More than one host matches: {hosts}.",
    "discovery.member_shares_host":
      "It runs on the same host as {member}; a host can run only one member of a cluster.",
    "discovery.member_not_online": "It is {state}.",
    "discovery.member_loopback":
      "It announces itself as {address}, a loopback address that every host uses for itself.",
    "discovery.seed_unlisted": "The group does not list the server at this address.",
  },
  {
    "discovery.not_in_group": "{address} 上的服务器不在组中：其状态为 {state}。",
    "discovery.no_plugin": "{address} 上的服务器没有运行组复制。",
    "discovery.sign_in_failed": "{address} 上的服务器拒绝账户 {user}：{reason:why}",
    "discovery.unreachable": "{address} 上的服务器没有应答：{reason:why}",
    "discovery.too_old": "{address} 上的服务器版本为 {version}，至少需要 {minimum}。",
    "discovery.missing_privileges": "账户 {user} 缺少注册所需的权限：{missing:list}。",
    "discovery.multi_primary": "该组运行在多主模式。可以查看，但没有唯一的主库可供写 VIP 跟随。",
    "discovery.no_majority": "{total} 个成员中只有 {online} 个在线：该组不接受写入，因此无法创建账户。",
    "discovery.no_primary": "该组目前没有主库。",
    "discovery.registered": "该组已注册，名为 {cluster}。",
    "discovery.name_taken": "已有名为 {name} 的集群。",
    "discovery.accounts_exist":
      "该组已有 Primacy 的账户。注册会更换它们的密码；管理该组的另一个控制台将失去访问权限。",
    "discovery.member_unmatched": "没有主机的地址是 {address}。请先添加该主机。",
    "discovery.member_ambiguous": "有多台主机符合：{hosts:list}。",
    "discovery.member_shares_host": "它与 {member} 运行在同一台主机上；一台主机只承载一个成员。",
    "discovery.member_not_online": "它的状态是 {state}。",
    "discovery.member_loopback": "它公布的地址是 {address}，每台主机都会把它当作自己。",
    "discovery.seed_unlisted": "组的成员列表中没有被询问的服务器。",
  },
);
