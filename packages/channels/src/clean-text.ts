const controls = /(?![\n\t])\p{Cc}/gu
// They turn round what comes after them, beyond the text that they stand in.
const directionOverrides = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const lineBreaks = /\r\n?|\u2028|\u2029/g

/** Text that every receiver can hold: well-formed, without control characters but line breaks and tabs. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\u0000', '\ufffd')
    .replaceAll(lineBreaks, '\n')
    .replaceAll(controls, '')
}

/** The same on one line, for headings: white space is one space, and nothing turns the reading direction. */
export function cleanLine(text: string): string {
  return cleanText(text).replaceAll(directionOverrides, '').replaceAll(/\s+/g, ' ').trim()
}
