import { BrandMark } from "@primacy/ui";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { themeCookie } from "../i18n/locale";
import { PreferenceSwitches } from "./preference-switches";

/** The page outside the frame: setup and signing in. */
export async function SignInFrame({
  title,
  intro,
  children,
}: {
  readonly title: string;
  readonly intro: string;
  readonly children: ReactNode;
}): Promise<ReactNode> {
  const theme = (await cookies()).get(themeCookie)?.value;
  return (
    <main
      id="content"
      className="grid min-h-dvh content-start justify-items-center px-4 pt-[max(2rem,18vh)] pb-8"
    >
      <div className="flex w-full max-w-96 flex-col gap-8">
        <BrandMark name="Primacy" />
        <div className="flex flex-col gap-6">
          <div className="flex flex-col gap-1.5">
            <h1 className="font-semibold text-ink text-xl">{title}</h1>
            <p className="text-ink-muted text-sm">{intro}</p>
          </div>
          {children}
        </div>
        <PreferenceSwitches
          theme={theme === "light" || theme === "dark" ? theme : "system"}
          isSignedIn={false}
        />
      </div>
    </main>
  );
}
