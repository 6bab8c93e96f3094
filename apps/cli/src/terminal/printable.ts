// Characters that a terminal interprets: control characters, and marks that change the direction of text.
const unprintable = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

/** Makes untrusted text safe for a terminal. */
export function printable(text: string): string {
  return text.replace(unprintable, '\ufffd')
}
