import { catalog } from "../../../i18n/messages/texts";
import { answerMessages } from "./answer";
import { compareMessages } from "./compare";
import { countersMessages } from "./counters";
import { formMessages } from "./form";
import { hostsMessages } from "./hosts";
import { hygieneMessages } from "./hygiene";
import { latencyMessages } from "./latency";
import { listMessages } from "./list";
import { loadMessages } from "./load";
import { notesMessages } from "./notes";
import { pageMessages } from "./page";
import { queueMessages } from "./queue";

/** Benchmarks of a cluster: the list, the form, and one benchmark as it runs and when it has ended. */
export const benchmarkMessages = /* @__PURE__ */ catalog(
  {
    ...listMessages.en,
    ...formMessages.en,
    ...loadMessages.en,
    ...pageMessages.en,
    ...hostsMessages.en,
    ...hygieneMessages.en,
    ...latencyMessages.en,
    ...answerMessages.en,
    ...compareMessages.en,
    ...countersMessages.en,
    ...notesMessages.en,
    ...queueMessages.en,
  },
  {
    ...listMessages.zh,
    ...formMessages.zh,
    ...loadMessages.zh,
    ...pageMessages.zh,
    ...hostsMessages.zh,
    ...hygieneMessages.zh,
    ...latencyMessages.zh,
    ...answerMessages.zh,
    ...compareMessages.zh,
    ...countersMessages.zh,
    ...notesMessages.zh,
    ...queueMessages.zh,
  },
);
