import { catalog } from "../message/catalog/catalog";

/** What is done with a host and its agent. */
export const hostMessages = catalog(
  {
    "operation.host.test": "Test the connection to {host}",
    "operation.agent.install": "Install the agent on {host}",
    "operation.agent.upgrade": "Upgrade the agent on {host}",
    "operation.agent.repair": "Repair the agent on {host}",
    "operation.agent.remove": "Remove the agent from {host}",
    "work.host.test": "Connection test",
    "work.agent.install": "Installation of an agent",
    "work.agent.upgrade": "Upgrade of an agent",
    "work.agent.repair": "Repair of an agent",
    "work.agent.remove": "Removal of an agent",
  },
  {
    "operation.host.test": "测试与 {host} 的连接",
    "operation.agent.install": "在 {host} 上安装代理",
    "operation.agent.upgrade": "升级 {host} 上的代理",
    "operation.agent.repair": "修复 {host} 上的代理",
    "operation.agent.remove": "从 {host} 移除代理",
    "work.host.test": "连接测试",
    "work.agent.install": "安装代理",
    "work.agent.upgrade": "升级代理",
    "work.agent.repair": "修复代理",
    "work.agent.remove": "移除代理",
  },
);
