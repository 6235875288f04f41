import { type Message, message, type ProxyDraft, type ProxyOf, withPort } from "@primacy/contract";
import { accountUsers } from "../../cluster/accounts";
import { quoteAccount, type SqlStatement } from "../../cluster/sql";
import type { PlannedOperation, PlannedStep, StepDraft } from "../../operation/planned-step";
import { type CommonProxyStep, planForget, planProve, planStore } from "../common-steps";
import {
  lendMetadataStatements,
  lendReadingStatements,
  metadataSchema,
  minimalMetadataStatements,
} from "./metadata-schema";
import {
  bootstrapArguments,
  forgetRouterStatements,
  nameRouter,
  routerAccountStatements,
  routerOptionStatements,
  routerPlaces,
} from "./router-bootstrap";
import type { RouterPorts } from "./router-ports";

/** All that a step on the host of a MySQL Router needs. */
export interface RouterStepInput {
  readonly proxyId: string;
  readonly clusterId: string;
  readonly clusterName: string;
  readonly hostId: string;
  readonly hostName: string;
  readonly hostAddress: string;
  /** Where mysqlrouter is. */
  readonly program: string;
  readonly ports: RouterPorts;
}

/** The same for what takes an administrator: whose password came with the order; null: the one that is kept. */
export interface RouterAccountInput extends RouterStepInput {
  readonly user: string | null;
}

/** The same for what writes the metadata of a lab. */
export interface RouterMetadataInput extends RouterAccountInput {
  readonly groupName: string;
}

/** The steps of a MySQL Router alone. */
export type RouterStep =
  | PlannedStep<"router.metadata", RouterMetadataInput>
  | PlannedStep<"router.account", RouterAccountInput>
  | PlannedStep<"router.bootstrap", RouterStepInput>
  | PlannedStep<"router.serve", RouterStepInput>
  | PlannedStep<"router.prove_read", RouterStepInput>
  | PlannedStep<"router.keep", RouterStepInput>
  | PlannedStep<"router.stop", RouterStepInput>
  | PlannedStep<"router.clean", RouterStepInput>
  | PlannedStep<"router.forget", RouterStepInput>;

/**
 * The account that writes and removes the metadata of a lab once an administrator has lent it the schema, and that compares any metadata
 * with the group while there is a MySQL Router.
 */
export const metadataKeeper = quoteAccount(accountUsers.admin, "%");

type Draft = StepDraft<RouterStep | CommonProxyStep>;
type Planned = PlannedOperation<RouterStep | CommonProxyStep>;

const nowhere = { hostId: null, hostName: null } as const;
const preview = (kind: "sql" | "command" | "document", texts: readonly string[]): Draft["preview"] =>
  texts.map((text) => ({ kind, text }));
const shown = (statements: readonly SqlStatement[]): readonly string[] => statements.map((one) => one.shown);

/** What an installation stands on. */
export interface RouterPlanInput extends RouterMetadataInput {
  readonly primary: { readonly address: string; readonly port: number };
  /** The servers are a lab's and have no metadata. */
  readonly writesMetadata: boolean;
}

/**
 * Plans a MySQL Router: its account, its bootstrap as a user without privileges, its configuration and service, and the proof of
 * both ways. Until the last step has kept them, the host itself takes configuration and service back at their deadline.
 */
export function planRouter(input: RouterPlanInput, draft: ProxyDraft): Planned {
  const { primary, writesMetadata, groupName, user, ...step } = input;
  const { proxyId, clusterId, hostAddress: address, hostId, hostName, ports } = step;
  const at = { hostId, hostName };
  const names = nameRouter(proxyId);
  const command = [step.program, ...bootstrapArguments(names, { primary, hostAddress: address })].join(" ");
  const account: Draft = {
    ...nowhere,
    code: "router.account",
    title: message("step.router.account", { account: names.account }),
    preview: preview(
      "sql",
      shown([
        ...routerAccountStatements(names.account, "-"),
        ...routerOptionStatements(names.account),
        ...lendReadingStatements(metadataKeeper),
      ]),
    ),
    isReversible: true,
    input: { ...step, user },
  };
  return number(
    [
      planStore(draft),
      ...(writesMetadata ? [planMetadata({ ...step, user, groupName })] : []),
      account,
      {
        ...at,
        code: "router.bootstrap",
        title: message("step.router.bootstrap", { user: routerPlaces.systemUser }),
        preview: preview("command", [command]),
        isReversible: true,
        input: step,
      },
      {
        ...at,
        code: "router.serve",
        title: message("step.router.serve", { path: routerPlaces.config, service: routerPlaces.service }),
        preview: [
          ...preview("document", [`${names.folder}/mysqlrouter.conf -> ${routerPlaces.config}`]),
          ...preview("command", [`service ${routerPlaces.service} restart`]),
        ],
        isReversible: true,
        input: step,
      },
      planProve({ proxyId, clusterId, address, port: ports.write }),
      {
        ...at,
        code: "router.prove_read",
        title: message("step.router.prove_read", { endpoint: withPort(address, ports.read) }),
        preview: [],
        isReversible: true,
        input: step,
      },
      {
        ...at,
        code: "router.keep",
        title: message("step.router.keep"),
        preview: [],
        isReversible: true,
        input: step,
      },
    ],
    listConsequences(input),
  );
}

function planMetadata(input: RouterMetadataInput): Draft {
  const { clusterName: name, groupName } = input;
  const statements = [
    ...minimalMetadataStatements({ name, groupName }),
    ...lendMetadataStatements(metadataKeeper),
  ];
  return {
    ...nowhere,
    code: "router.metadata",
    title: message("step.router.metadata", { schema: metadataSchema }),
    preview: preview("sql", shown(statements)),
    isReversible: true,
    input,
  };
}

function listConsequences({ hostName: host, ports, writesMetadata }: RouterPlanInput): readonly Message[] {
  return [
    message("consequence.router_way", { host, write: ports.write, read: ports.read }),
    ...(ports.split === null ? [] : [message("consequence.router_split", { port: ports.split })]),
    message("consequence.router_tls"),
    ...(writesMetadata ? [message("consequence.router_lab")] : []),
  ];
}

/** Plans that nothing of a MySQL Router is left, on its host and on the servers. */
export function planRouterRemoval(step: RouterStepInput, { id }: Pick<ProxyOf<"router">, "id">): Planned {
  const at = { hostId: step.hostId, hostName: step.hostName };
  const names = nameRouter(id);
  const { service, config } = routerPlaces;
  return number(
    [
      {
        ...at,
        code: "router.stop",
        title: message("step.router.stop", { service, path: config }),
        preview: preview("command", [`service ${service} stop`]),
        isReversible: false,
        input: step,
      },
      {
        ...at,
        code: "router.clean",
        title: message("step.router.clean", { folder: names.folder }),
        preview: preview("command", [`rm -rf ${names.folder}`]),
        isReversible: false,
        input: step,
      },
      {
        ...nowhere,
        code: "router.forget",
        title: message("step.router.forget", { account: names.account }),
        preview: preview("sql", shown(Object.values(forgetRouterStatements(names)))),
        isReversible: false,
        input: step,
      },
      planForget(id),
    ],
    [message("consequence.router_gone", { host: step.hostName })],
  );
}

function number(drafts: readonly Draft[], consequences: readonly Message[]): Planned {
  return { steps: drafts.map((draft, ordinal) => ({ ...draft, ordinal })), consequences };
}
