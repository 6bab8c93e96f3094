import { decodeHTMLStrict } from 'entities'

// Elements of HTML that posts, job descriptions and mails contain. A word that is none, such as `<T>`, is text.
const inline =
  'a abbr acronym b bdi bdo big center cite code del dfn em font i img ins kbd mark q s samp small span strike strong sub sup time tt u var wbr'
const blocks =
  'address article aside blockquote body br caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr html li link main meta nav ol p pre section summary table tbody td tfoot th thead tr ul'
const silent = 'script style template'
const names = [inline, blocks, silent].join(' ').split(' ').join('|')

const name = String.raw`(?:${names})(?![\w:.-])`
const member = String.raw`[a-z_:@][\w:.@-]*\s*=\s*`
const bare = String.raw`(?:async|class|controls|data-[\w-]+|defer|disabled|download|hidden|id|itemscope|open|rel|reversed|style)(?![\w:.=-])`
const attribute = String.raw`\s+(?:${member}(?:"[^"<]*"|'[^'<]*'|[^\s"'<>=]+)|${bare})`
// No part passes the next `<`, so the time is in proportion to the text.
const tag = String.raw`<(?<closing>/)?(?<name>${name})(?<attributes>(?:${attribute})*)\s*/?>`
// An excerpt may end within a tag or an entity.
const cutMember = String.raw`\s+(?:${member}(?:"[^"<]*|'[^'<]*|[^\s"'<>=]*)|data-[\w-]*)`
const cutTag = String.raw`<(?:/(?:${names})|${name}(?:(?:${attribute})*${cutMember}|(?:${attribute})+\s*[\w:-]*))$`
const comment = '<!--[^<>]*-->'
const entity = String.raw`&(?:#x[\da-f]{1,6}|#\d{1,7}|[a-z][a-z\d]{1,31});`
const cutEntity = String.raw`&#(?:x[\da-f]{0,6}|\d{0,7})$`
// Some job boards escape all of a description's HTML once more.
const escapedOpening = new RegExp(String.raw`^\s*&lt;${name}`, 'i')
const escapedClosing = new RegExp(String.raw`&lt;/(?:${names})\s*&gt;`, 'i')
const tokens = new RegExp([tag, cutTag, comment, `(?<entity>${entity})`, cutEntity].join('|'), 'gi')

const breaks: Readonly<Record<string, string>> = {
  ...Object.fromEntries(blocks.split(' ').map((element) => [element, '\n'])),
  ...{ p: '\n\n', blockquote: '\n\n', pre: '\n\n', ul: '\n\n', ol: '\n\n', table: '\n\n' },
  ...{ li: '\n- ', td: '', th: '' },
}
const closingBreaks: Readonly<Record<string, string>> = { li: '\n', td: ' ', th: ' ' }
const silents = new Set(silent.split(' '))

type Link = { host: string; firstPart: number }

/**
 * Returns what people read of a text that a stranger sent: without tags, with its breaks, each entity decoded once, a
 * link as its text and host. A text without markup is returned as it is, also if it speaks of markup: `a < b`,
 * `use <T>`. Never throws. The result is text, not safe markup.
 */
export function toPlainText(text: string): string {
  if (!/[<&]/.test(text)) return text
  const isEscaped = !text.includes('<') && escapedOpening.test(text) && escapedClosing.test(text)
  return readMarkup(isEscaped ? decodeHTMLStrict(text) : text)
}

/** The same for a title or a name: one line. */
export function toPlainLine(text: string): string {
  return toPlainText(text).replaceAll(/\s+/g, ' ').trim()
}

function readMarkup(text: string): string {
  tokens.lastIndex = 0
  const parts: string[] = []
  const unclosed = new Set<string>()
  let hasBreaks = false
  let link: Link | undefined
  let from = 0
  const endLink = (): void => {
    if (link !== undefined) parts.push(sayHost(link, parts))
    link = undefined
  }
  for (let match = tokens.exec(text); match !== null; match = tokens.exec(text)) {
    parts.push(text.slice(from, match.index))
    from = tokens.lastIndex
    const { entity: code, closing, name: element = '', attributes = '' } = match.groups ?? {}
    if (code !== undefined) parts.push(decodeHTMLStrict(code))
    const tagName = element.toLowerCase()
    const isOpening = closing === undefined
    if (tagName === 'a') endLink()
    if (tagName === 'a' && isOpening) link = { host: hostOf(attributes), firstPart: parts.length }
    if (silents.has(tagName) && isOpening) {
      const end = unclosed.has(tagName) ? undefined : findEnd(text, tagName, from)
      // Without its end it is a word about markup.
      if (end === undefined) parts.push(match[0])
      else from = tokens.lastIndex = end
      if (end === undefined) unclosed.add(tagName)
    }
    const lineBreak = breaks[tagName]
    if (lineBreak !== undefined) {
      hasBreaks = true
      parts.push(isOpening ? lineBreak : (closingBreaks[tagName] ?? lineBreak))
    }
  }
  if (from === 0) return text
  parts.push(text.slice(from))
  endLink()
  const plain = parts.join('')
  return hasBreaks ? tidyBreaks(plain) : plain
}

function hostOf(attributes: string): string {
  const value = /\shref\s*=\s*("[^"]*|'[^']*|[^\s"'<>=]+)/i.exec(attributes)?.[1] ?? ''
  const url = URL.parse(decodeHTMLStrict(value.replace(/^["']/, '')).trim())
  const isWeb = url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
  return isWeb ? url.host.replace(/^www\./, '') : ''
}

/** Returns the host after the text of a link, unless the text shows it already. */
function sayHost({ host, firstPart }: Link, parts: readonly string[]): string {
  const said = parts.slice(firstPart).join('').trim()
  if (host === '' || said.toLowerCase().includes(host)) return ''
  return said === '' ? host : ` (${host})`
}

/** Returns where an element ends that shows nothing. */
function findEnd(text: string, element: string, from: number): number | undefined {
  const end = new RegExp(`</${element}\\s*>`, 'gi')
  end.lastIndex = from
  return end.exec(text) === null ? undefined : end.lastIndex
}

/** Leaves one empty line between paragraphs. */
function tidyBreaks(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd())
  return lines
    .filter((line, index) => line !== '' || lines[index - 1] !== '')
    .join('\n')
    .trim()
}
