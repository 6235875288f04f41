import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { chooseLocale, localeCookie } from "./locale";
import { messages } from "./messages";

/** Messages of one request, in the language of the cookie or the browser. */
export default getRequestConfig(async () => {
  const locale = chooseLocale(
    (await cookies()).get(localeCookie)?.value,
    (await headers()).get("accept-language"),
  );
  return { locale, messages: messages[locale], timeZone: "UTC" };
});
