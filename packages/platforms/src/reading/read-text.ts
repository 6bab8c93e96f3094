import { maxFoundText } from '@signalpost/domain'
import { Parser } from 'htmlparser2'
import { isHtmlElement } from './html-elements.ts'

const silent = new Set(['script', 'style', 'template', 'noscript', 'svg', 'iframe', 'object'])
const inline = new Set(
  'a abbr b bdi cite code em font i kbd mark q s small span strong sub sup u wbr'.split(' '),
)
/** Escapes and markup may be a multiple of the text. What is beyond is not read. */
const longestHtml = 20 * maxFoundText
/** What looks like the begin or end of an element. A name has no more letters, so each letter is read once. */
const tagStart = /<(\/?)([a-z][^\s<>/"'=&]{0,60})/gi
const longestTitle = 300
const longestFirstLine = 120

/**
 * Returns the text of HTML, with a line for each block. What begins like an element but is none, such as `price<budget`, is
 * text. Stops at `maxFoundText` letters.
 */
export function htmlToText(html: string): string {
  let text = ''
  let silence = 0
  const parser = new Parser({
    onopentag: (name) => {
      if (silent.has(name)) silence += 1
      if (!inline.has(name)) text += name === 'li' ? '\n- ' : '\n'
    },
    ontext: (part) => {
      if (silence === 0) text += part
    },
    onclosetag: (name) => {
      if (silent.has(name) && silence > 0) silence -= 1
      if (!inline.has(name)) text += '\n'
    },
  })
  const marked = html
    .slice(0, longestHtml)
    .replaceAll(tagStart, (tag, slash: string, name: string) =>
      isHtmlElement(name) ? tag : `&lt;${slash}${name}`,
    )
  parser.end(marked)
  return plainText(text)
}

/** Returns a text in which only some letters are escaped, such as `&amp;`, as it was written. Elements stay as they are. */
export function decodeEntities(text: string): string {
  let decoded = ''
  const parser = new Parser({ ontext: (part) => (decoded += part) })
  parser.end(text.slice(0, longestHtml).replaceAll('<', '&lt;'))
  return decoded
}

/** Returns a text that may be HTML or plain, as readers guess it: HTML has an end of an element, or an escaped letter. */
export function guessedText(text: string): string {
  const isHtml = /<\/[a-z]|<[bh]r\s?\/?>|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i.test(text)
  return isHtml ? htmlToText(text) : plainText(text)
}

/** Returns HTML that was escaped once more, as plain text. */
export function escapedHtmlToText(escaped: string): string {
  return htmlToText(decodeEntities(escaped))
}

/** Tidies the spaces of a text of several lines, and cuts it at `maxFoundText` letters. */
export function plainText(text: string): string {
  const lines = text
    .slice(0, longestHtml)
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
  return cut(lines.trim(), maxFoundText)
}

/** Returns a text as one line: a title, a name. */
export function oneLine(text: string): string {
  return cut(text.slice(0, longestHtml).replaceAll(/\s+/g, ' ').trim(), longestTitle)
}

/** Returns the first line of a text, for posts that have no title. */
export function firstLine(text: string): string {
  const line = oneLine(text.split('\n').find((one) => one.trim() !== '') ?? '')
  return line.length <= longestFirstLine ? line : `${cut(line, longestFirstLine - 1).trimEnd()}…`
}

/** Cuts by code points, and replaces what no store accepts. */
function cut(text: string, most: number): string {
  const storable = text.toWellFormed().replaceAll('\u0000', '\ufffd')
  if (storable.length <= most) return storable
  return Array.from(storable.slice(0, 2 * most))
    .slice(0, most)
    .join('')
}
