// Characters that a terminal interprets: control characters, and marks that change the direction of text.
const unprintable = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

/** Makes untrusted text safe for a terminal. */
export function printable(text: string): string {
  return text.replace(unprintable, '\ufffd')
}

/** Does the same for a text with lines and tabs. */
export function printableLines(text: string): string {
  return text.replace(unprintable, (one) => (one === '\n' || one === '\t' ? one : '\ufffd'))
}

/** Writes a document as JSON that is safe for a terminal, and that reads as the same document. */
export function printableJson(document: unknown): string {
  return JSON.stringify(document, null, 2).replace(unprintable, (one) =>
    one === '\n' ? one : `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
