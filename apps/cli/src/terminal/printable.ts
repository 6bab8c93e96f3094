// What a terminal obeys instead of showing: C0 and C1 controls, and the marks that turn the direction of writing.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const unprintable = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** Text of others made fit for a terminal. */
export function printable(text: string): string {
  return text.replace(unprintable, '\ufffd')
}
