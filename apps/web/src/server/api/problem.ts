import {
  formatMessage,
  type Locale,
  type Message,
  type Problem,
  problemStatus,
  type Refusal,
} from "@primacy/contract";

/** Turns a refusal into the problem document of one request, with its texts in the reader's language. */
export function toProblem(refusal: Refusal, reader: { locale: Locale; requestId: string }): Problem {
  const localize = (message: Message): Message => ({
    ...message,
    text: formatMessage(message, reader.locale),
  });
  const message = localize(refusal.message);
  return {
    type: `/api/v1/docs#problem-${refusal.code}`,
    title: message.text,
    status: problemStatus[refusal.code],
    code: refusal.code,
    message,
    errors: refusal.errors.map((one) => ({ ...one, message: localize(one.message) })),
    requestId: reader.requestId,
  };
}

/** They tell how long to wait, where the refusal knows. */
const waiting = new Set([429, 503]);

/** The answer for a refusal: `application/problem+json`, with `Retry-After` where the refusal says how long. */
export function problemResponse(
  refusal: Refusal,
  reader: { locale: Locale; requestId: string },
  headers: Headers = new Headers(),
): Response {
  const problem = toProblem(refusal, reader);
  headers.set("content-type", "application/problem+json; charset=utf-8");
  headers.set("content-language", reader.locale);
  const { seconds } = refusal.message.params;
  if (waiting.has(problem.status) && typeof seconds === "number") headers.set("retry-after", String(seconds));
  if (problem.status === 401) headers.set("www-authenticate", 'Bearer realm="primacy"');
  return new Response(JSON.stringify(problem), { status: problem.status, headers });
}
