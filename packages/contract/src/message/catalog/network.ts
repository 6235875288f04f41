import { catalog } from "./catalog";

/** Why nobody gets an answer from a server. */
export const networkCatalog = catalog(
  {
    "network.nothing_listens": "Nothing listens on {place}.",
    "network.no_answer": "The server gave no answer in time.",
    "network.no_answer_within": "The server gave no answer within {limitMs:duration}.",
    "network.no_route_to_host": "There is no route to {place}.",
    "network.no_route_to_network": "There is no route to the network of {place}.",
    "network.connection_closed": "The connection to the server was closed.",
    "network.not_permitted": "This host may not connect to {place}: a rule of its own forbids it.",
    "network.name_unknown": "The name {place} is not known.",
    "network.name_server_silent": "No name server answers the question for {place}.",
  },
  {
    "network.nothing_listens": "{place} 上没有程序在监听。",
    "network.no_answer": "服务器未及时应答。",
    "network.no_answer_within": "服务器在 {limitMs:duration}内没有应答。",
    "network.no_route_to_host": "没有到 {place} 的路由。",
    "network.no_route_to_network": "没有到 {place} 所在网络的路由。",
    "network.connection_closed": "与服务器的连接已被关闭。",
    "network.not_permitted": "本机不允许连接 {place}：被本机自身的规则禁止。",
    "network.name_unknown": "名称 {place} 无法解析。",
    "network.name_server_silent": "查询 {place} 时，域名服务器没有应答。",
  },
);
