import { catalog } from "./catalog";

/** Whether the console knows who answers as a MySQL server, and why not. */
export const trustCatalog = catalog(
  {
    "trust.no_host":
      "The host of {address} is not registered in this console, so the console cannot read the CA of its certificate by SSH.",
    "trust.not_read":
      "The console could not read the CA of {address} by SSH: {reason:why}. Fix this, then refresh the cluster.",
    "trust.no_forward":
      "The sshd on the host of {address} does not forward connections (AllowTcpForwarding, PermitOpen), so the console cannot ask the server for its CA through SSH. Allow forwarding, then refresh the cluster.",
    "trust.no_ca":
      "The server at {address} has no file in ssl_ca. Set ssl_ca to the CA of the server's certificate, then refresh the cluster.",
    "trust.unreadable":
      "On the host of {address}, the file {path} from ssl_ca contains no readable certificate ({reason:why}). Fix this, then refresh the cluster.",
    "trust.other_ca":
      "The CA in {path}, the file from ssl_ca, cannot verify the certificate of {address} ({reason:why}). Fix this, then refresh the cluster.",
    "trust.changed":
      "Neither the known CA nor the current content of {path} on its host can verify the certificate of {address} ({reason:why}). If you changed the certificate on purpose, put its CA into that file, then refresh the cluster.",
    "trust.unverified":
      "Until then the console connects to {address} over TLS without verifying the server: a machine that answers at this address can learn its passwords.",
    "trust.kept": "The console still verifies {address} with the known CA.",
    "failure.member_unknown":
      "{name} is no longer a member of the cluster, so Primacy does not know which server must answer there. Start again.",
    "failure.mysql_untrusted":
      "The CA from its host cannot verify the certificate of the server at {address}:{port} ({reason:why}). Primacy sent no password. If you changed the certificate on purpose, refresh the cluster, which reads the CA file again by SSH. Otherwise another machine answers at this address.",
  },
  {
    "trust.no_host": "{address} 不在本控制台已知的主机上，因此无法通过 SSH 读取签发其证书的 CA。",
    "trust.not_read": "无法通过 SSH 读取 {address} 的 CA：{reason:why}。请处理后刷新集群。",
    "trust.no_forward":
      "{address} 所在主机的 sshd 不转发连接（AllowTcpForwarding、PermitOpen），因此无法通过 SSH 询问其服务器的 CA。请允许转发，然后刷新集群。",
    "trust.no_ca":
      "{address} 上的服务器没有在 ssl_ca 中指定文件。请将其设为签发服务器证书的 CA，然后刷新集群。",
    "trust.unreadable":
      "{address} 的主机上，ssl_ca 指定的 {path} 中没有可读的证书（{reason:why}）。请处理后刷新集群。",
    "trust.other_ca":
      "{address} 的证书无法用 ssl_ca 指定的 {path} 中的 CA 验证（{reason:why}）。请处理后刷新集群。",
    "trust.changed":
      "{address} 的证书既无法用已知的 CA 验证，也无法用其主机上 {path} 现有的内容验证（{reason:why}）。如果证书是有意更换的，请将其 CA 放入该文件，然后刷新集群。",
    "trust.unverified":
      "在此之前，控制台通过 TLS 与 {address} 通信但不验证对方身份：能够冒用该地址应答者可以得到其密码。",
    "trust.kept": "{address} 仍用此前已知的 CA 验证。",
    "failure.member_unknown": "{name} 已不是该集群的成员，因此不知道应由谁在那里应答。请重新开始。",
    "failure.mysql_untrusted":
      "{address}:{port} 上服务器的证书无法用从其主机读取的 CA 验证（{reason:why}）。应答者没有得到密码。如果证书是有意更换的，请刷新集群，它会通过 SSH 重新读取该 CA 的文件；否则是别的机器在冒用其地址应答。",
  },
);
