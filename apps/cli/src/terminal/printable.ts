// What a terminal obeys instead of showing: control characters, and the marks that turn the direction of writing.
const unprintable = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

/** Text of others made fit for a terminal. */
export function printable(text: string): string {
  return text.replace(unprintable, '\ufffd')
}
