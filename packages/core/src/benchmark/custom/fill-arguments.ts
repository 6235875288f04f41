import { type LoadPlaceholder, loadPlaceholders, placeholderForm } from "@primacy/contract";

/** What stands for each placeholder. */
export type PlaceholderValues = Readonly<Record<LoadPlaceholder, string | number>>;

/**
 * Arguments with their values in place, as the program is given them: an argument stays one argument, whatever its value is. Nothing is
 * filled in twice. Words in braces that are no placeholders stand for themselves.
 */
export function fillArguments(args: readonly string[], values: PlaceholderValues): string[] {
  return args.map((argument) =>
    argument.replaceAll(placeholderForm, (whole, word: string) => {
      const known = loadPlaceholders.find((one) => one === word);
      return known === undefined ? whole : String(values[known]);
    }),
  );
}

/** Whether an argument names this placeholder. */
export function namesPlaceholder(args: readonly string[], placeholder: LoadPlaceholder): boolean {
  return args.some((argument) => argument.includes(`{${placeholder}}`));
}
