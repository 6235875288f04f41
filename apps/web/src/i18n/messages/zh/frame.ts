import type { frame as english } from "../en/frame";
import type { TextsLike } from "../texts";

/** 登录后各页面的外框。 */
export const frame: TextsLike<typeof english> = {
  navigation: "主导航",
  clusters: "集群",
  addCluster: "添加集群",
  hosts: "主机",
  operations: "操作记录",
  settings: "设置",
  theme: "主题",
  themeSystem: "跟随系统",
  themeLight: "浅色",
  themeDark: "深色",
  language: "语言",
  signOut: "退出登录",
  signedInAs: "{name}，{role}",
  noCluster: "尚未注册任何集群。",
  allWell: "全部 {count} 个集群正常。",
  jump: "跳转或执行",
  jumpHint: "搜索集群、主机和操作",
  nothingFound: "没有找到",
  connectionLost: "实时连接已中断，所见内容可能已过期；正在恢复。",
  action: { configureVip: "配置 VIP", changeVip: "更改 VIP", switchOver: "切换主库", addHosts: "添加主机" },
};
