import { getRequestConfig } from "next-intl/server";

/** Messages of one request, in the language of the profile or the cookie. */
export default getRequestConfig(async () => ({ locale: "en", messages: {} }));
