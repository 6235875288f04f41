import { createHash } from "node:crypto";
import type { Locale } from "@primacy/contract";
import { html, raw } from "hono/html";
import { createTranslator } from "next-intl";
import { languageTag } from "../../i18n/locale";
import { reportStyle } from "./report-style";
import { reportTexts } from "./report-texts";

/** Text of HTML in which all that was put in is escaped. */
export type Html = ReturnType<typeof html>;

/** What a browser lets a report do: be drawn in its own style, and nothing else. */
export const reportPolicy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(reportStyle).digest("base64")}'; base-uri 'none'; form-action 'none'`;

/**
 * A report as one HTML file that loads and runs nothing. Its last line but one holds the SHA-256 of all its other lines. The same pieces
 * give the same file.
 */
export async function* writeReportPage(
  { locale, title }: { readonly locale: Locale; readonly title: string },
  pieces: AsyncIterable<Html>,
): AsyncGenerator<string> {
  const tag = languageTag[locale];
  const t = createTranslator({ locale: tag, messages: reportTexts[locale] });
  const hash = createHash("sha256");
  async function tell(piece: Html): Promise<string> {
    const text = (await piece).toString();
    hash.update(text);
    return text;
  }
  yield tell(html`<!doctype html>
<html lang="${tag}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${raw(reportPolicy)}"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<title>${title}</title><style>${raw(reportStyle)}</style></head><body>
`);
  for await (const piece of pieces) yield tell(piece);
  yield tell(html`<footer>\n<p class="muted">${t("hashAgain")}</p>\n`);
  const end = "</footer></body></html>\n";
  const digest = hash.update(end).digest("hex");
  // In one line: whoever proves the hash leaves it out. What people typed cannot hold its mark, for quotes are escaped.
  yield (
    await html`<p id="sha256">${t("hash")}<code>${digest}</code><br>${t("hashHow")}<code>grep -v 'id="sha256"' FILE | sha256sum</code></p>\n`
  ).toString();
  yield end;
}
