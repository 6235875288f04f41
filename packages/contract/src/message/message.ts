import type { Locale } from "../primitives/scalar";
import { catalogs, type MessageCode } from "./catalog";
import { formatDurationText } from "./duration";
import { type Message, type MessageParams, quote } from "./schema";

/** Makes a message of a known code; its English text is filled in at once. */
export function message(code: MessageCode, params: MessageParams = {}): Message {
  return { code, params, text: interpolate(catalogs.en[code], params, "en") };
}

/**
 * Makes a message with others within: `{name}` of its text becomes the message of that name, in the reader's language. It
 * stands in the parameters as its English text, with its code under `name:` and its own parameters under `name:…`.
 */
export function messageWith(
  code: MessageCode,
  params: MessageParams,
  within: Readonly<Record<string, Message>>,
): Message {
  return message(code, paramsWith(params, within));
}

/** The parameters of a message with others within, as `messageWith` makes it, for what takes a code and parameters. */
export function paramsWith(params: MessageParams, within: Readonly<Record<string, Message>>): MessageParams {
  const inner = Object.entries(within).flatMap(([name, one]) => [
    [name, one.text] as const,
    [`${name}:`, one.code] as const,
    ...Object.entries(one.params).map(([key, value]) => [`${name}:${key}`, value] as const),
  ]);
  return { ...params, ...Object.fromEntries(inner) };
}

/**
 * Sentences one after the other as one message, to be put within another, or names as a list (`text.list`); without any it is
 * empty in every language.
 */
export function joinMessages(
  messages: readonly Message[],
  by: "text.sentences" | "text.list" = "text.sentences",
): Message {
  const [first, ...others] = messages;
  if (first === undefined) return { code: "", params: {}, text: "" };
  return others.length === 0 ? first : messageWith(by, {}, { first, rest: joinMessages(others, by) });
}

/**
 * What stands under a name in the parameters of a message, to be put within another: the message that was put within that
 * one, a word of the catalogue (`why.`), or a text that is quoted. Null: nothing stands there.
 */
export function findWithin(params: MessageParams, name: string): Message | null {
  const value = params[name];
  if (value === undefined) return null;
  const code = params[`${name}:`];
  if (typeof code === "string") return { code, params: paramsWithin(params, name), text: String(value) };
  const word = `why.${value}`;
  return isMessageCode(word) ? message(word) : quote(String(value));
}

/**
 * The text of `value` in `locale`. One that another version made, of a code or with other parameters than this one knows, falls
 * back to its English text.
 */
export function formatMessage(value: Message, locale: Locale): string {
  const template = isMessageCode(value.code) ? catalogs[locale][value.code] : undefined;
  return template === undefined || !fitsTemplate(template, value.params)
    ? value.text
    : interpolate(template, value.params, locale);
}

function fitsTemplate(template: string, params: MessageParams): boolean {
  return [...template.matchAll(/\{(\w+)(?::\w+)?\}/g)].every(
    ([, name = ""]) => name in params || `${name}:` in params,
  );
}

/** True when `code` is in this version's catalogue. */
export function isMessageCode(code: string): code is MessageCode {
  return Object.hasOwn(catalogs.en, code);
}

/**
 * A sentence may end within another: of two full stops the one of the outer text stays. No space follows a full-width
 * stop; the templates have one for what may be English there. Escaped: the agent's program is ASCII.
 */
function interpolate(template: string, params: MessageParams, locale: Locale): string {
  const text = template.replaceAll(
    /(\{(\w+)(?::(\w+))?\})([.\u3002]?)/g,
    (_all, whole: string, name: string, group: string | undefined, stop: string) => {
      const value = fill(whole, name, group, params, locale);
      return stop === "" ? value : value.replace(/[.\u3002]$/, "") + stop;
    },
  );
  return locale === "zh" ? text.replaceAll(/([\u3002\uff01\uff1f\uff1b\uff1a]) +/gu, "$1") : text;
}

function fill(
  whole: string,
  name: string,
  group: string | undefined,
  params: MessageParams,
  locale: Locale,
): string {
  const inner = params[`${name}:`];
  if (typeof inner === "string" && isMessageCode(inner)) {
    const within = paramsWithin(params, name);
    if (fitsTemplate(catalogs[locale][inner], within))
      return interpolate(catalogs[locale][inner], within, locale);
  }
  const param = params[name];
  if (group === "duration" && typeof param === "number") return formatDurationText(param, locale);
  const value = String(param ?? whole);
  if (group === "list") return readNames(value, locale);
  const word = `${group}.${value}`;
  return group !== undefined && isMessageCode(word) ? catalogs[locale][word] : value;
}

/** Names by commas, as the reader's script has them. */
function readNames(names: string, locale: Locale): string {
  return locale === "zh" ? names.replaceAll(", ", "、").replaceAll("; ", "；") : names;
}

function paramsWithin(params: MessageParams, name: string): MessageParams {
  const own = Object.entries(params).filter(([key]) => key.startsWith(`${name}:`) && key !== `${name}:`);
  return Object.fromEntries(own.map(([key, value]) => [key.slice(name.length + 1), value]));
}
