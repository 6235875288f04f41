import { beliefCatalog } from "./belief";
import { checkCatalog } from "./check";
import { clusterStepCatalog } from "./cluster-step";
import { discoveryCatalog } from "./discovery";
import { downtimeCatalog } from "./downtime";
import { drainCatalog } from "./drain";
import { eventCatalog } from "./event";
import { evidenceCatalog } from "./evidence";
import { memberCatalog } from "./member";
import { networkCatalog } from "./network";
import { operationCatalog } from "./operation";
import { problemCatalog } from "./problem";
import { reasonCatalog } from "./reason";
import { recoveryCatalog } from "./recovery";
import { restartCatalog } from "./restart";
import { restoredCatalog } from "./restored";
import { stepCatalog } from "./step";
import { trustCatalog } from "./trust";
import { undoneCatalog } from "./undone";
import { wireCatalog } from "./wire";
import { wordCatalog } from "./word";

const en = {
  ...problemCatalog.en,
  ...reasonCatalog.en,
  ...checkCatalog.en,
  ...discoveryCatalog.en,
  ...downtimeCatalog.en,
  ...drainCatalog.en,
  ...stepCatalog.en,
  ...clusterStepCatalog.en,
  ...eventCatalog.en,
  ...wireCatalog.en,
  ...operationCatalog.en,
  ...wordCatalog.en,
  ...evidenceCatalog.en,
  ...trustCatalog.en,
  ...memberCatalog.en,
  ...recoveryCatalog.en,
  ...restartCatalog.en,
  ...restoredCatalog.en,
  ...undoneCatalog.en,
  ...beliefCatalog.en,
  ...networkCatalog.en,
};

/** A code of the catalogue; every one has a text in every language, or this does not compile. */
export type MessageCode = keyof typeof en;

const zh: Record<MessageCode, string> = {
  ...problemCatalog.zh,
  ...reasonCatalog.zh,
  ...checkCatalog.zh,
  ...discoveryCatalog.zh,
  ...downtimeCatalog.zh,
  ...drainCatalog.zh,
  ...stepCatalog.zh,
  ...clusterStepCatalog.zh,
  ...eventCatalog.zh,
  ...wireCatalog.zh,
  ...operationCatalog.zh,
  ...wordCatalog.zh,
  ...evidenceCatalog.zh,
  ...trustCatalog.zh,
  ...memberCatalog.zh,
  ...recoveryCatalog.zh,
  ...restartCatalog.zh,
  ...restoredCatalog.zh,
  ...undoneCatalog.zh,
  ...beliefCatalog.zh,
  ...networkCatalog.zh,
};

/** Every domain text in every language. Texts of screens live with the console; these travel with data. */
export const catalogs: {
  readonly en: Readonly<Record<MessageCode, string>>;
  readonly zh: Readonly<Record<MessageCode, string>>;
} = { en, zh };
