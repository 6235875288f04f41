import { describe, expect, it } from "vitest";
import { findCookie, findSessionToken, formatSessionCookie } from "./cookie";
import { findAcceptedLocale } from "./language";

describe("the session cookie", () => {
  it("carries the __Host- prefix and Secure on an encrypted connection only", () => {
    const expiresAt = new Date("2026-11-21T10:00:00Z");
    expect(formatSessionCookie("abc", expiresAt, true)).toBe(
      "__Host-primacy_session=abc; Path=/; HttpOnly; SameSite=Lax; Expires=Sat, 21 Nov 2026 10:00:00 GMT; Secure",
    );
    expect(formatSessionCookie("abc", expiresAt, false)).not.toMatch(/Secure|__Host-/);
  });

  it("of a plain connection is worth nothing on an encrypted one, and the reverse", () => {
    expect(findSessionToken("primacy_session=abc", true)).toBeNull();
    expect(findSessionToken("a=1; __Host-primacy_session=abc", true)).toBe("abc");
    expect(findSessionToken("__Host-primacy_session=abc", false)).toBeNull();
  });

  it("is found among others by its whole name", () => {
    expect(findCookie("xprimacy_locale=en; primacy_locale=zh", "primacy_locale")).toBe("zh");
    expect(findCookie(null, "primacy_locale")).toBeNull();
  });
});

describe("Accept-Language", () => {
  it.each([
    ["zh-CN,zh;q=0.9,en;q=0.8", "zh"],
    ["en;q=0.3, zh-TW;q=0.9", "zh"],
    ["de, fr;q=0.5", null],
    ["zh;q=0, en;q=0.1", "en"],
    [null, null],
  ])("%s asks for %s", (header, locale) => {
    expect(findAcceptedLocale(header)).toBe(locale);
  });
});
