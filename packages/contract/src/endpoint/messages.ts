import { catalog } from "../message/catalog/catalog";

/** Where endpoints lead that lead wrong, and what to do. */
export const endpointMessages = catalog(
  {
    "noun.endpoint": "endpoint",
    "problem.endpoints_max": "A cluster has {max} stored addresses at most. Forget one first.",

    "endpoint.stranger": "{endpoint} leads to {server}, which is no member of this cluster.",
    "endpoint.unverified": "Primacy cannot verify which server answers at {endpoint}: {reason:why}.",
    "endpoint.other_member": "{endpoint} leads to {server} instead of {member}.",
    "endpoint.secondary": "{endpoint} leads writes to {server}, a secondary. They fail there.",
    "endpoint.away":
      "{endpoint} leads to {server}, which is not ONLINE in its group. What is read there may be old.",
    "endpoint.read_only": "{endpoint} leads writes to {server}, which is read-only. They fail there.",

    "endpoint.stopped": "{who} stopped this proxy.",
    "endpoint.metadata_unlisted":
      "The metadata of MySQL Router ({cluster}) lacks {unlisted}: MySQL Router never leads there, not even to a primary.",
    "endpoint.metadata_gone":
      "The metadata of MySQL Router ({cluster}) has {gone}, which the group does not have any more.",
    "endpoint.metadata_both":
      "The metadata of MySQL Router ({cluster}) lacks {unlisted}, where MySQL Router never leads, and has {gone}, which the group does not have any more.",
    "endpoint.metadata_group":
      "The metadata of MySQL Router is another group's: this one is {group}, and the metadata has {known}. MySQL Router leads nowhere, or to other servers.",
    "endpoint.metadata_absent":
      "The InnoDB Cluster metadata is gone. Once MySQL Router is restarted, it knows no member without it.",
    "endpoint.metadata_partial":
      "The InnoDB Cluster metadata lacks what MySQL Router reads. The server says: {said}",
    "endpoint.metadata_version":
      "The InnoDB Cluster metadata has version {version}, which MySQL Router does not read; 0.0.0 means that an upgrade of it is under way.",
    "endpoint.metadata_unread":
      "Primacy may not read the metadata of MySQL Router, and cannot compare it with the group. The server says: {said}",

    "endpoint.advice.stopped": "Start it on the page 'Proxies' when clients need it again.",
    "endpoint.advice.metadata_rescan":
      "Run dba.getCluster().rescan() in MySQL Shell: it adds what is missing and asks before it removes anything.",
    "endpoint.advice.metadata_group":
      "If the metadata is of no use any more, drop it in MySQL Shell by dba.dropMetadataSchema(), and adopt the group again.",
    "endpoint.advice.metadata_absent":
      "Have MySQL Shell adopt the group: {command}. The group keeps running meanwhile.",
    "endpoint.advice.metadata_partial":
      "If MySQL Shell is at work on it, wait until it is done. Otherwise drop it in MySQL Shell by dba.dropMetadataSchema(), and adopt the group again.",
    "endpoint.advice.metadata_version": "Upgrade it in MySQL Shell: dba.upgradeMetadata().",
    "endpoint.advice.metadata_unread": "Let it, as an administrator on the primary: {statement}",

    "endpoint.advice.stranger":
      "Find out which machine has {address}: clients that connect there use another database.",
    "endpoint.advice.certificate":
      "Primacy sent no password. If the certificate was changed on purpose, choose 'Discover again' on the page 'Members', which reads the CAs again. Otherwise find out which machine has {address}.",
    "endpoint.advice.own_certificate":
      "Primacy sent no password. A proxy or load balancer that ends TLS itself shows a certificate of its own, and then Primacy cannot tell where it leads. If none stands there, find out which machine has {address}.",
    "endpoint.advice.no_authority":
      "Choose 'Discover again' on the page 'Members': it reads the CAs of the members over SSH, and says why where it cannot.",
    "endpoint.advice.member":
      "Compare the address of {member} with that of its server, and choose 'Discover again' on the page 'Members'.",
    "endpoint.advice.write_vip":
      "See above who holds {address} and who answers for it. If it is not the host of the primary, release it there.",
    "endpoint.advice.haproxy":
      "Test the proxy on the page 'Proxies': the agents of all members have to answer HAProxy's checks. If they do, reload HAProxy.",
    "endpoint.advice.router":
      "Restart MySQL Router. If it still leads there, its metadata is old: run dba.getCluster().rescan() in MySQL Shell.",
    "endpoint.advice.away":
      "The page 'Members' says what is wrong with {server}. Until it is ONLINE, stop its server or have {address} lead elsewhere.",
    "endpoint.advice.custom":
      "Have what stands behind {address} lead to the primary, or let the clients use a write VIP.",
    "endpoint.advice.read_only":
      "See the state of the cluster: it has no primary that takes writes, or super_read_only was set on it by hand.",

    "why.endpoint_unverifiable":
      "no CA of a member is known, and Primacy tells a password to nobody whom it cannot verify",
  },
  {
    "noun.endpoint": "访问入口",
    "problem.endpoints_max": "一个集群最多登记 {max} 个地址。请先删除一个。",

    "endpoint.stranger": "{endpoint} 通向 {server}，它不是该集群的成员。",
    "endpoint.unverified": "Primacy 无法验证在 {endpoint} 应答的是哪台服务器：{reason:why}。",
    "endpoint.other_member": "{endpoint} 通向 {server}，而不是 {member}。",
    "endpoint.secondary": "{endpoint} 把写操作引向从库 {server}，写操作在那里会失败。",
    "endpoint.away": "{endpoint} 通向 {server}，它在组中不是 ONLINE 状态，在那里读到的数据可能已过时。",
    "endpoint.read_only": "{endpoint} 把写操作引向只读的 {server}，写操作在那里会失败。",

    "endpoint.stopped": "{who} 停止了该代理服务。",
    "endpoint.metadata_unlisted":
      "MySQL Router 的元数据（{cluster}）中缺少 {unlisted:list}：即使它是主库，MySQL Router 也永远不会连到那里。",
    "endpoint.metadata_gone": "MySQL Router 的元数据（{cluster}）中有 {gone:list}，但它已不在该组中。",
    "endpoint.metadata_both":
      "MySQL Router 的元数据（{cluster}）中缺少 {unlisted:list}（MySQL Router 永远不会连到那里），却有已不在该组中的 {gone:list}。",
    "endpoint.metadata_group":
      "MySQL Router 的元数据属于另一个组：本组为 {group}，元数据中为 {known:list}。MySQL Router 会无处可连，或连到别的服务器。",
    "endpoint.metadata_absent":
      "InnoDB Cluster 元数据已不存在。缺少它，MySQL Router 重新启动后不认识任何成员。",
    "endpoint.metadata_partial":
      "InnoDB Cluster 元数据中缺少 MySQL Router 要读取的内容。服务器的应答：{said}",
    "endpoint.metadata_version":
      "InnoDB Cluster 元数据的版本为 {version}，MySQL Router 不支持；0.0.0 表示正在升级元数据。",
    "endpoint.metadata_unread":
      "Primacy 无权读取 MySQL Router 的元数据，无法与该组比较。服务器的应答：{said}",

    "endpoint.advice.stopped": "客户端再次需要时，请在“代理服务”页面启动它。",
    "endpoint.advice.metadata_rescan":
      "请在 MySQL Shell 中运行 dba.getCluster().rescan()：它会补上缺少的成员，删除之前会先询问。",
    "endpoint.advice.metadata_group":
      "若该元数据已无用，请在 MySQL Shell 中用 dba.dropMetadataSchema() 删除它，并重新接管该组。",
    "endpoint.advice.metadata_absent": "请用 MySQL Shell 接管该组：{command}。期间该组照常运行。",
    "endpoint.advice.metadata_partial":
      "若 MySQL Shell 正在处理元数据，请等待其完成；否则请在 MySQL Shell 中用 dba.dropMetadataSchema() 删除它，并重新接管该组。",
    "endpoint.advice.metadata_version": "请在 MySQL Shell 中升级：dba.upgradeMetadata()。",
    "endpoint.advice.metadata_unread": "请以管理员身份在主库上授权：{statement}",

    "endpoint.advice.stranger": "请查明哪台机器拥有 {address}：连接该地址的客户端使用的是另一个数据库。",
    "endpoint.advice.certificate":
      "Primacy 没有发送密码。如果证书是有意更换的，请在“成员”页面选择“重新发现”，重新读取各成员的 CA；否则请查明哪台机器拥有 {address}。",
    "endpoint.advice.own_certificate":
      "Primacy 没有发送密码。自行终结 TLS 的代理服务或负载均衡器会出示自己的证书，此时 Primacy 无法得知它通向哪里。如果那里没有这样的设备，请查明哪台机器拥有 {address}。",
    "endpoint.advice.no_authority":
      "请在“成员”页面选择“重新发现”：它会通过 SSH 读取各成员的 CA，读取不到时会说明原因。",
    "endpoint.advice.member": "请核对 {member} 的地址与其服务器的地址，并在“成员”页面选择“重新发现”。",
    "endpoint.advice.write_vip":
      "请在上方查看谁持有 {address}、谁为其应答。如果不是主库所在的主机，请在该主机上释放该地址。",
    "endpoint.advice.haproxy":
      "请在“代理服务”页面测试该代理服务：所有成员的代理都必须应答 HAProxy 的检查。如果都有应答，请重新加载 HAProxy。",
    "endpoint.advice.router":
      "请重启 MySQL Router。如果仍然通向该处，说明其元数据过旧：请在 MySQL Shell 中运行 dba.getCluster().rescan()。",
    "endpoint.advice.away":
      "“成员”页面会说明 {server} 的问题。在它恢复 ONLINE 之前，请停止其服务器，或让 {address} 通向别处。",
    "endpoint.advice.custom": "请让 {address} 背后的设备通向主库，或让客户端使用写 VIP。",
    "endpoint.advice.read_only": "请查看集群状态：没有可写的主库，或有人手工在其上设置了 super_read_only。",

    "why.endpoint_unverifiable": "没有任何成员的 CA，Primacy 不会把密码告诉无法验证的一方",
  },
);
