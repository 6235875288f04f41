import { catalog } from "./catalog";

/** Operations and their steps. */
export const stepCatalog = catalog(
  {
    "step.waiting": "Waiting for a worker.",
    // The operation engine.
    "failure.internal":
      "An unexpected error occurred. The worker's log contains the details under operation {operationId}.",
    "failure.step_timeout": "The step did not finish within {seconds} s.",
    "failure.step_unknown": "This worker does not know the step {code}. Update it, then try again.",
    "failure.console_database": "The console's database did not answer ({reason:why}).",
    "failure.master_key":
      "The stored secrets cannot be decrypted with this console's master key: {reason:why}.",
    "failure.cancelled": "The operation was cancelled.",
    "failure.interrupted":
      "A worker stopped in the middle of the operation, and the earlier failure was not recorded.",
    "failure.step_undone": "Step {number} was undone.",
    "failure.step_left": "Step {number} could not be undone: {reason:why}",
    "failure.step_kept": "Step {number} cannot be undone; its changes stay.",
    "log.planned": "{count} steps planned.",
    "log.resumed": "Another worker takes over and continues from the recorded steps.",
    "log.undoing": "Undoing the completed steps in reverse order.",
    "log.cancel_requested": "A user requested the cancel.",
    "log.cancel_waits":
      "A user requested a cancel. The action on the server continues without the console, so the operation first waits for its end.",
    "log.cancel_late": "The cancel request came too late: all steps were complete.",
    "log.retrying": "Trying again: {reason:why}",
    "step.cancelled": "Cancelled before it was complete.",
    "step.retrying": "Waiting to try again. {reason:why}",
    // Failures of SSH and of commands on a host.
    "failure.host_unreachable":
      "{host} cannot be reached by SSH at {address}:{port}: {reason:why}. Check the address, the port and the firewall, then try again.",
    "failure.host_key_unknown":
      "Nobody has accepted the SSH host key of {host} yet. The host presents {algorithm} {actual}. Compare the fingerprint on the host and accept it, then try again.",
    "failure.host_key_changed":
      "The SSH host key of {host} has changed: expected {expected}, but the host presents {actual}. The console sent nothing to it. If the host was reinstalled, compare the fingerprint on the host and accept the new key.",
    "failure.auth_failed":
      "{host} refused to sign in {user} by {method}. Check the user and the credentials, then try again.",
    "failure.credential_invalid":
      "The private key for {host} cannot be read: {reason:why}. Enter the key again, with its passphrase if it has one.",
    "failure.no_sudo":
      "{user} on {host} is not root and may not use sudo without a password: {reason:why}. Add 'NOPASSWD: ALL' for this user, or use root.",
    "failure.no_space":
      "{path} on {host} has not enough space: {needMiB} MiB are needed, {freeMiB} MiB are free. Free some space, then try again.",
    "failure.command_failed": "A command failed on {host}: {command} ended with {outcome:why}. {stderr:why}",
    "failure.timeout":
      "{host} took longer than {seconds} s: {what}. Try again; if this repeats, check the load of the host.",
    "failure.upload_corrupt":
      "The file {path} on {host} differs from the uploaded file: SHA-256 {actual} instead of {expected}. Try again.",
    // Hosts and their agents.
    "step.host.connect": "Sign in to {host} by SSH",
    "step.host.observe": "Inspect {host}",
    "step.agent.place": "Copy the agent to {host}",
    "step.agent.certify": "Create the agent's key and certificate on {host}",
    "step.agent.start": "Start the agent on {host}",
    "step.agent.hello": "Wait for the agent on {host} to answer",
    "step.agent.release": "Release every address on {host}",
    "step.agent.stop": "Stop the agent on {host}",
    "step.agent.delete": "Delete the agent from {host}",
    "step.agent.verify_gone": "Verify that nothing of the agent is left on {host}",
    "detail.connected": "Signed in as {user} ({privilege}).",
    "detail.observed": "{os}, kernel {kernel}, glibc {glibc}; {nics} interfaces, {mysql} MySQL servers.",
    "detail.uploading": "{sentMiB} of {totalMiB} MiB copied.",
    "detail.placed": "Release {release} is in place.",
    "detail.already_placed": "Release {release} was already in place.",
    "detail.certified": "The certificate is valid until {until}.",
    "detail.started": "The agent is running.",
    "detail.handed_over": "The agent is running; the previous one has handed over to it.",
    "detail.waiting_for_hello": "The agent does not answer yet: {reason:why}",
    "detail.hello": "The agent answers: version {version}, protocol {protocol}.",
    "detail.not_installed": "There is no agent.",
    "detail.stopped": "The agent is no longer running.",
    "detail.deleted": "Files and nft table are deleted.",
    "detail.gone": "Nothing is left.",
    "consequence.agent_restart":
      "The agent on {host} restarts. A held address stays if the new agent proves its right to it within the kernel's lease. Otherwise, and if the operation fails or you cancel it, the address is away for a few seconds.",
    "warning.host_nft":
      "nft is missing: when an address moves, clients notice it only by a timeout. Install nftables.",
    "warning.host_arping":
      "arping is missing: the agent has no second way to send ARP requests. Install iputils-arping.",
    "warning.host_boot":
      "{host} has neither systemd nor init scripts: the agent is running, but it does not start by itself after a boot.",
    "failure.host_unfit": "The agent cannot run on {host}: {reasons}",
    "failure.host_architecture": "The processor is {architecture}; the agent needs x86_64.",
    "failure.host_glibc": "glibc is {glibc}; the agent needs {needed} or newer.",
    "failure.host_iproute": "iproute2 (the command ip) is missing. Install it.",
    "failure.host_privilege": "{user} is not root and may not use sudo without a password.",
    "failure.host_space": "{freeMiB} MiB are free; {needMiB} MiB are needed.",
    "failure.credentials_missing": "No SSH credentials are stored for {host}. Enter them, then try again.",
    "failure.agent_package":
      "The agent's package {path} cannot be read: {reason:why}. Build it, then try again.",
    "failure.agent_broken": "The copied agent does not run on {host}: {reason:why}.",
    "failure.agent_not_started": "The agent on {host} did not start: {reason:why}.",
    "failure.agent_version": "The agent on {host} reports version {actual} instead of {expected}.",
    "failure.agent_left": "Parts of the agent are left on {host}: {what}.",
    // Failures between the console and an agent.
    "failure.agent_unreachable":
      "The agent on {host} does not answer at {address}:{port}: {reason:why}. If the host is up, check its agent, or repair it.",
    "failure.agent_timeout": "The agent on {host} did not answer within {seconds} s ({call}).",
    "failure.agent_identity":
      "The program that answers at {address}:{port} is not the agent of {host}: {reason:why}. The console sent nothing to it.",
    "failure.agent_certificate":
      "The console does not accept the certificate of the agent on {host}: {reason:why}. Repair the agent; this does not affect a held address.",
    "failure.agent_outdated":
      "The agent on {host} uses protocol {actual}; this console uses {expected}. Upgrade the agent.",
    "failure.agent_refused": "The agent on {host} refused ({code}): {details:why}.",
    "failure.certificate_request": "The agent's certificate signing request cannot be used: {reason:why}.",
    "failure.agent_protocol":
      "The agent on {host} sent an answer that the console does not understand ({call}).",
  },
  {
    "step.waiting": "等待 worker。",
    // 操作引擎。
    "failure.internal": "发生了意外错误。worker 日志中以操作 {operationId} 记录了详情。",
    "failure.step_timeout": "该步骤未在 {seconds} 秒内结束。",
    "failure.step_unknown": "该 worker 不认识步骤 {code}。请更新后重试。",
    "failure.console_database": "控制台的数据库没有应答（{reason:why}）。",
    "failure.master_key": "无法用本控制台的主密钥读取已保存的机密：{reason:why}。",
    "failure.cancelled": "已被取消。",
    "failure.interrupted": "worker 在中途停止，此前的失败原因没有记录下来。",
    "failure.step_undone": "步骤 {number} 已撤销。",
    "failure.step_left": "步骤 {number} 无法撤销：{reason:why}",
    "failure.step_kept": "步骤 {number} 不可撤销，其结果保留。",
    "log.planned": "已计划 {count} 个步骤。",
    "log.resumed": "由另一个 worker 接手，从已记录的步骤继续。",
    "log.undoing": "正在按相反顺序撤销已完成的步骤。",
    "log.cancel_requested": "已请求取消。",
    "log.cancel_waits": "已请求取消。已开始的操作不依赖控制台继续进行，先跟踪至其结束。",
    "log.cancel_late": "取消请求来得太晚：全部操作都已完成。",
    "log.retrying": "正在重试：{reason:why}",
    "step.cancelled": "在完成之前已取消。",
    "step.retrying": "等待重试。{reason:why}",
    // SSH 与主机上命令的失败。
    "failure.host_unreachable":
      "无法通过 SSH 连接 {host}（{address}:{port}）：{reason:why}。请检查地址、端口和防火墙后重试。",
    "failure.host_key_unknown":
      "尚未接受 {host} 的 SSH 主机密钥，它出示的是 {algorithm} {actual}。请在主机上核对指纹并接受后重试。",
    "failure.host_key_changed":
      "{host} 的 SSH 主机密钥已变更：应为 {expected}，实为 {actual}。未向其发送任何内容。若主机已重装，请在主机上核对指纹并接受新密钥。",
    "failure.auth_failed": "{host} 拒绝 {user} 以 {method} 方式登录。请检查用户名和凭据后重试。",
    "failure.credential_invalid":
      "无法读取 {host} 的私钥：{reason:why}。请重新输入密钥；若有口令，请一并输入。",
    "failure.no_sudo":
      "{host} 上的 {user} 不是 root，且不能免密使用 sudo：{reason:why}。请为该用户添加 'NOPASSWD: ALL'，或使用 root。",
    "failure.no_space":
      "{host} 的 {path} 空间不足：需要 {needMiB} MiB，可用 {freeMiB} MiB。请释放空间后重试。",
    "failure.command_failed": "{host} 上的命令失败：{command}（{outcome:why}）。{stderr:why}",
    "failure.timeout": "{host} 超过 {seconds} 秒未完成：{what:list}。请重试；若反复出现，请检查主机负载。",
    "failure.upload_corrupt":
      "{host} 上的文件 {path} 与发送的不一致：SHA-256 为 {actual}，应为 {expected}。请重试。",
    // 主机及其代理。
    "step.host.connect": "通过 SSH 登录 {host}",
    "step.host.observe": "查看 {host}",
    "step.agent.place": "将代理复制到 {host}",
    "step.agent.certify": "在 {host} 上生成代理的密钥和证书",
    "step.agent.start": "启动 {host} 上的代理",
    "step.agent.hello": "等待 {host} 上的代理应答",
    "step.agent.release": "释放 {host} 上的所有地址",
    "step.agent.stop": "停止 {host} 上的代理",
    "step.agent.delete": "从 {host} 删除代理",
    "step.agent.verify_gone": "确认 {host} 上没有代理的残留",
    "detail.connected": "已以 {user} 登录（{privilege}）。",
    "detail.observed": "{os}，内核 {kernel}，glibc {glibc}；{nics:list} 块网卡，{mysql} 个 MySQL 服务器。",
    "detail.uploading": "已复制 {sentMiB} / {totalMiB} MiB。",
    "detail.placed": "版本 {release} 已就位。",
    "detail.already_placed": "版本 {release} 此前已就位。",
    "detail.certified": "证书有效期至 {until}。",
    "detail.started": "代理正在运行。",
    "detail.handed_over": "代理正在运行；之前的代理已向它移交。",
    "detail.waiting_for_hello": "代理尚未应答：{reason:why}",
    "detail.hello": "代理已应答：版本 {version}，协议 {protocol}。",
    "detail.not_installed": "没有代理。",
    "detail.stopped": "代理已停止运行。",
    "detail.deleted": "文件和 nft 表已删除。",
    "detail.gone": "没有残留。",
    "consequence.agent_restart":
      "{host} 上的代理将重启。如果新代理能在内核租约内证明其权利，它持有的地址保持不变；否则，或操作失败、被取消时，地址会中断几秒钟。",
    "warning.host_nft": "缺少 nft：地址移动时，客户端要等到超时才能察觉。请安装 nftables。",
    "warning.host_arping": "缺少 arping：代理没有询问网络的备用方式。请安装 iputils-arping。",
    "warning.host_boot": "{host} 既没有 systemd 也没有 init 脚本：代理已在运行，但重启主机后不会自动启动。",
    "failure.host_unfit": "代理无法在 {host} 上运行：{reasons}",
    "failure.host_architecture": "处理器是 {architecture}，代理需要 x86_64。",
    "failure.host_glibc": "glibc 版本为 {glibc}，代理需要 {needed} 或更高版本。",
    "failure.host_iproute": "缺少 iproute2（ip 命令），请安装。",
    "failure.host_privilege": "{user} 不是 root，且不能免密使用 sudo。",
    "failure.host_space": "可用 {freeMiB} MiB，需要 {needMiB} MiB。",
    "failure.credentials_missing": "没有保存 {host} 的 SSH 凭据。请重新输入后重试。",
    "failure.agent_package": "无法读取代理安装包 {path}：{reason:why}。请构建后重试。",
    "failure.agent_broken": "复制到 {host} 的代理无法运行：{reason:why}。",
    "failure.agent_not_started": "{host} 上的代理没有启动：{reason:why}。",
    "failure.agent_version": "{host} 上的代理应答的版本是 {actual}，应为 {expected}。",
    "failure.agent_left": "{host} 上仍有代理的残留：{what:list}。",
    // 控制台与代理之间的失败。
    "failure.agent_unreachable":
      "{host} 上的代理在 {address}:{port} 没有应答：{reason:why}。若主机正常，请检查或修复其代理。",
    "failure.agent_timeout": "{host} 上的代理未在 {seconds} 秒内应答（{call}）。",
    "failure.agent_identity":
      "在 {address}:{port} 应答的不是 {host} 的代理：{reason:why}。未向其发送任何内容。",
    "failure.agent_certificate":
      "{host} 上代理的证书不被接受：{reason:why}。请修复该代理；已持有的地址不受影响。",
    "failure.agent_outdated": "{host} 上的代理使用协议 {actual}，本控制台使用协议 {expected}。请升级代理。",
    "failure.agent_refused": "{host} 上的代理拒绝了请求（{code}）：{details:why}。",
    "failure.certificate_request": "代理的证书签名请求无法使用：{reason:why}。",
    "failure.agent_protocol": "{host} 上的代理给出了无法理解的应答（{call}）。",
  },
);
