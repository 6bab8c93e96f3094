import { toPlainText } from '@signalpost/domain'

const controls = /(?![\n\t])\p{Cc}/gu
// They change the direction of text that follows, even outside the text that contains them.
const directionOverrides = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const lineBreaks = /\r\n?|\u2028|\u2029/g

/** Makes text safe for every receiver: well-formed, with no control characters except line breaks and tabs. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\u0000', '\ufffd')
    .replaceAll(lineBreaks, '\n')
    .replaceAll(controls, '')
}

/** Makes what a stranger wrote plain and safe. */
export function readText(text: string): string {
  return cleanText(toPlainText(text)).trim()
}

/** The same in one line. */
export function readLine(text: string): string {
  return cleanLine(toPlainText(text))
}

/** Does the same as `cleanText` for a heading: joins white space to one space, and removes marks that change the direction. */
export function cleanLine(text: string): string {
  return cleanText(text).replaceAll(directionOverrides, '').replaceAll(/\s+/g, ' ').trim()
}
