import { Fragment, type ReactNode } from "react";

/** A name of MySQL's, which may be broken behind an underscore and nowhere else. */
export function VariableName({ name }: { readonly name: string }): ReactNode {
  return (
    <span className="font-mono text-xs leading-5">
      {name.split("_").map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name never move
        <Fragment key={place}>
          {place === 0 ? null : (
            <>
              _<wbr />
            </>
          )}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
