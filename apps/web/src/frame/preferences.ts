"use client";

import type { Locale, Theme } from "@primacy/contract";
import { api } from "../client/api";
import { localeCookie, themeCookie } from "../i18n/locale";

const year = 31_536_000;

function remember(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari
  document.cookie = `${name}=${value}; path=/; max-age=${year}; samesite=lax`;
}

/** Shows the theme at once and keeps it: in a cookie for the next first paint, in the profile for other browsers. */
export function chooseTheme(theme: Theme, isSignedIn: boolean): void {
  if (theme === "system") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.setAttribute("data-theme", theme);
  remember(themeCookie, theme);
  if (isSignedIn) api.call("changeProfile", { body: { theme } }).catch(() => undefined);
}

/** Keeps the language; the page must be rendered anew by its server to change its texts. */
export async function chooseLanguage(locale: Locale, isSignedIn: boolean): Promise<void> {
  remember(localeCookie, locale);
  if (isSignedIn) await api.call("changeProfile", { body: { locale } }).catch(() => undefined);
}
