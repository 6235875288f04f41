import { formatMessage, type Message } from "@primacy/contract";

/** What a judge of `core` found, as the records and reports of the lab have it. */
export function toEnglish(found: Message): string {
  return formatMessage(found, "en");
}
