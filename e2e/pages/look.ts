import type { Page } from "@playwright/test";

/** What a story does where a wizard has come to a part with something new to see. */
export type Look = (page: Page) => Promise<void>;
