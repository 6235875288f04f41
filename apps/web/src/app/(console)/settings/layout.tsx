import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { SettingsFrame } from "../../../features/settings/settings-frame";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("title") };
}

export default function SettingsLayout({ children }: { children: ReactNode }): ReactNode {
  return <SettingsFrame>{children}</SettingsFrame>;
}
