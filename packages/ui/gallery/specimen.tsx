import type { ReactNode } from "react";

/** A page of specimens. */
export function SpecimenPage({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <main className="mx-auto flex max-w-[84rem] flex-col gap-8 px-4 py-8 sm:px-8">
      <h1 className="font-semibold text-xl">{title}</h1>
      {children}
    </main>
  );
}

/** One specimen with its name. */
export function Specimen({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="text-ink-muted text-xs">{name}</h2>
      {children}
    </section>
  );
}

/** Specimens beside each other. */
export function SpecimenRow({ children }: { children: ReactNode }): ReactNode {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}
