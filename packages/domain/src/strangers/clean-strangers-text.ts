// Text that a stranger wrote reaches a language model, which reads what people cannot see and whose host shows links. So
// what is invisible goes, and what a host would open or fetch loses its address. Entities and words stay as they were.
// Each step leaves nothing for itself or an earlier one to do, so cleaning twice equals cleaning once.

/** Characters that are drawn as nothing, reorder what follows, or control a terminal. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}\ufff9-\ufffb\u{e0000}-\u{e0fff}]/u
const lineBreaks = /\r\n?|[\u0085\u2028\u2029]/g
const pictures = /\p{Extended_Pictographic}/u
const pictureEnds = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f/u
const pictureBases = /[\p{Extended_Pictographic}\d#*]/u
/** Scripts that spell with joiners. */
const joining = new RegExp(
  [
    String.raw`[\p{sc=Arabic}\p{sc=Syriac}\p{sc=Mongolian}\p{sc=Nko}\p{sc=Devanagari}\p{sc=Bengali}\p{sc=Gurmukhi}`,
    String.raw`\p{sc=Gujarati}\p{sc=Oriya}\p{sc=Tamil}\p{sc=Telugu}\p{sc=Kannada}\p{sc=Malayalam}\p{sc=Sinhala}`,
    String.raw`\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}]`,
  ].join(''),
  'u',
)
const mostOfLine = 500
const mostOfTarget = 2_000

export type Cleaned = {
  text: string
  /** How many characters that no reader sees were removed. */
  hidden: number
}

/** Removes what is invisible, and the addresses of links and pictures. Never throws; cleaning twice changes nothing more. */
export function cleanStrangersText(text: string): Cleaned {
  const seen = showOnlyVisible(text.toWellFormed().replaceAll(lineBreaks, '\n'))
  const wrapped = unlink(seen.text).split('\n').map(wrapLine).join('\n')
  // A wrapped line may have parted what a joiner joined.
  return { text: showOnlyVisible(wrapped).text, hidden: seen.hidden }
}

function showOnlyVisible(text: string): Cleaned {
  if (!invisible.test(text)) return { text, hidden: 0 }
  const characters = Array.from(text)
  let hidden = 0
  let before = ''
  const kept = characters.map((character, index) => {
    const isKept = isVisible(character, before, characters[index + 1] ?? '')
    before = isKept ? character : ''
    if (!isKept) hidden += 1
    return before
  })
  return { text: kept.join(''), hidden }
}

/** `before` is empty where the character before was removed. */
function isVisible(character: string, before: string, after: string): boolean {
  if (character === '\n' || character === '\t') return true
  if (!invisible.test(character)) return true
  if (character === '\u200d' && pictureEnds.test(before) && pictures.test(after)) return true
  if (character === '\u200d' || character === '\u200c') return joining.test(before) && joining.test(after)
  if (character === '\ufe0e' || character === '\ufe0f') return pictureBases.test(before)
  return false
}

/**
 * Writes `[text](address)` as `text (host)`, a picture as its text, and parts whatever else Markdown or HTML would read as a
 * link, a picture or an element.
 */
function unlink(text: string): string {
  const parts: string[] = []
  /** Where in `parts` each open bracket is. */
  const open: number[] = []
  const token = /!?\[|\]\(|\]/g
  let from = 0
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    parts.push(text.slice(from, match.index))
    from = token.lastIndex
    if (match[0].endsWith('[')) {
      open.push(parts.length)
      parts.push(match[0])
    } else if (match[0] === ']') {
      open.pop()
      parts.push(']')
    } else {
      const opened = open.pop()
      const end = findTargetEnd(text, from)
      if (opened === undefined || end === undefined) parts.push('] (')
      else {
        const isPicture = parts[opened] === '!['
        parts[opened] = ''
        parts.push(isPicture ? '' : hostOf(text.slice(from, end)))
        from = token.lastIndex = end + 1
      }
    }
  }
  parts.push(text.slice(from))
  return parts
    .join('')
    .replaceAll(/\](?=[(:])/g, '] ')
    .replaceAll(/<(?=[a-z/!?])/gi, '‹')
}

/** Returns where the address of a link ends: at its closing parenthesis, in the same line. */
function findTargetEnd(text: string, from: number): number | undefined {
  let depth = 0
  for (let index = from; index < text.length && index - from < mostOfTarget; index += 1) {
    const character = text[index]
    if (character === '\n') return undefined
    if (character === '(') depth += 1
    if (character === ')' && depth === 0) return index
    if (character === ')') depth -= 1
  }
  return undefined
}

function hostOf(target: string): string {
  const url = URL.parse(target.trim().replace(/^</, '').split(/[\s>]/, 1)[0] ?? '')
  return url === null || url.host === '' ? '' : ` (${url.host})`
}

/** Breaks a long line at spaces, else within words. */
function wrapLine(line: string): string {
  if (line.length <= mostOfLine) return line
  const lines: string[] = []
  let rest = line
  let from = 0
  while (rest.length - from > mostOfLine) {
    const space = rest.lastIndexOf(' ', from + mostOfLine)
    const end = space > from ? space : from + mostOfLine - (isLowSurrogate(rest, from + mostOfLine) ? 1 : 0)
    lines.push(rest.slice(from, end))
    from = space > from ? end + 1 : end
  }
  rest = rest.slice(from)
  return [...lines, rest].join('\n')
}

function isLowSurrogate(text: string, index: number): boolean {
  const code = text.charCodeAt(index)
  return code >= 0xdc00 && code <= 0xdfff
}
