/** Sentences one after the other, as their own script has it: a space between, and none after a full-width stop. */
export function joinSentences(sentences: readonly string[]): string {
  return sentences.reduce((text, next) => {
    const isApart = text === "" || next === "" || /[。！？；：，]$/u.test(text);
    return isApart ? text + next : `${text} ${next}`;
  }, "");
}
