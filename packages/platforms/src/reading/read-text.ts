import { maxFoundText } from '@signalpost/domain'
import { Parser } from 'htmlparser2'

const silent = new Set(['script', 'style', 'template', 'noscript', 'svg', 'iframe', 'object'])
const inline = new Set(
  'a abbr b bdi cite code em font i kbd mark q s small span strong sub sup u wbr'.split(' '),
)
/** Escapes and markup may be a multiple of the text. What is beyond is not read. */
const longestHtml = 20 * maxFoundText
const longestTitle = 300
const longestFirstLine = 120

/** Returns the text of HTML, with a line for each block. Stops at `maxFoundText` letters. */
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
  parser.end(html.slice(0, longestHtml))
  return plainText(text)
}

/** Returns HTML that was escaped once more, as plain text. */
export function escapedHtmlToText(escaped: string): string {
  let html = ''
  const parser = new Parser({ ontext: (part) => (html += part) })
  parser.end(escaped.slice(0, longestHtml))
  return htmlToText(html)
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
