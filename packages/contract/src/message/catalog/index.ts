import { featureMessages } from "../../features";
import { beliefCatalog } from "./belief";
import { checkCatalog } from "./check";
import { clusterStepCatalog } from "./cluster-step";
import { discoveryCatalog } from "./discovery";
import { downtimeCatalog } from "./downtime";
import { drainCatalog } from "./drain";
import { eventCatalog } from "./event";
import { evidenceCatalog } from "./evidence";
import { networkCatalog } from "./network";
import { problemCatalog } from "./problem";
import { reasonCatalog } from "./reason";
import { restoredCatalog } from "./restored";
import { stepCatalog } from "./step";
import { trustCatalog } from "./trust";
import { undoneCatalog } from "./undone";
import { wireCatalog } from "./wire";
import { wordCatalog } from "./word";

export { checkCatalog };

const en = {
  ...featureMessages.en,
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
  ...wordCatalog.en,
  ...evidenceCatalog.en,
  ...trustCatalog.en,
  ...restoredCatalog.en,
  ...undoneCatalog.en,
  ...beliefCatalog.en,
  ...networkCatalog.en,
};

/** A code of the catalogue; every one has a text in every language, or this does not compile. */
export type MessageCode = keyof typeof en;

const zh: Record<MessageCode, string> = {
  ...featureMessages.zh,
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
  ...wordCatalog.zh,
  ...evidenceCatalog.zh,
  ...trustCatalog.zh,
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
