import type { signIn as english } from "../en/sign-in";
import type { TextsLike } from "../texts";

/** 初始设置与登录。 */
export const signIn: TextsLike<typeof english> = {
  title: "登录",
  intro: "MySQL 高可用：看证据，不靠相信。",
  setupTitle: "创建管理员",
  setupIntro: "此控制台还没有用户。第一个用户由创建者拥有；没有默认密码。",
  name: "用户名",
  password: "密码",
  passwordHint: "至少 10 个字符，用一句话更好。",
  signIn: "登录",
  createAdmin: "创建并登录",
  refused: "未能登录",
  setupRefused: "未能创建管理员",
  awayTitle: "目前无法登录",
  awayIntro: "控制台在运行，但其数据库没有应答。",
  awayWhat: "控制台的数据库没有应答",
  awayText: "请启动 PostgreSQL，或检查 DATABASE_URL 和控制台日志。VIP 及其代理不受影响。",
  unreachable: "控制台没有应答。请检查连接后重试。",
  forgotten: "无法登录？在服务器上执行：npm run admin -- reset-password",
};
