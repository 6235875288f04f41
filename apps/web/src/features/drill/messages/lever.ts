import { catalog } from "../../../i18n/messages/texts";

/** The lever that stops every drill, and the strip that says that one runs. */
export const leverMessages = /* @__PURE__ */ catalog(
  {
    lever: {},
  },
  {
    lever: {},
  },
);
