const deepest = 50
/**
 * Elements that HTML lets be written without an end. Feeds have them in their texts as they are; those that are still open at
 * the end of the text end with it.
 */
const withoutEnd = new Set(
  'area base br col dd dt embed hr img input li option p param rp rt source tbody td tfoot th thead tr track wbr'.split(
    ' ',
  ),
)

/**
 * Returns why a feed must not be parsed, as a sentence: it declares entities, which may expand without end, or is nested too
 * deep. Reads each letter once.
 */
export function findFeedDanger(text: string): string | undefined {
  return /^\s*[[{]/.test(text) ? findJsonDanger(text) : findXmlDanger(text)
}

const longestName = 100
const tooDeep = `The feed is nested deeper than ${deepest} elements.`

function findXmlDanger(text: string): string | undefined {
  const open: string[] = []
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    if (text.startsWith('<!--', at)) at = after(text, '-->', at)
    else if (text.startsWith('<![CDATA[', at)) at = after(text, ']]>', at)
    else if (text.startsWith('<?', at)) at = after(text, '?>', at)
    else if (text.startsWith('<!', at)) {
      const end = endOfTag(text, at)
      // Only a document type with declarations of its own can define entities.
      if (/<!ENTITY|\[/i.test(text.slice(at, end))) return 'The feed declares entities, which are refused.'
      at = end
    } else {
      const end = endOfTag(text, at)
      const isEnd = text[at + 1] === '/'
      const name = nameOfTag(text, isEnd ? at + 2 : at + 1)
      if (isEnd) {
        // What an element left open ends with it.
        const opened = open.lastIndexOf(name)
        if (opened >= 0) open.length = opened
      } else if (text[end - 2] !== '/' && !withoutEnd.has(name)) open.push(name)
      if (open.length > deepest) return tooDeep
      at = end
    }
  }
  return undefined
}

function findJsonDanger(text: string): string | undefined {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]
    if (letter === '"') at = endOfString(text, at)
    else if (letter === '{' || letter === '[') depth += 1
    else if (letter === '}' || letter === ']') depth -= 1
    if (depth > deepest) return tooDeep
  }
  return undefined
}

function after(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from)
  return at < 0 ? text.length : at + end.length
}

function nameOfTag(text: string, from: number): string {
  return /^[^\s/>]*/.exec(text.slice(from, from + longestName))?.[0].toLowerCase() ?? ''
}

/** A value in quotes may have a bracket. */
function endOfTag(text: string, from: number): number {
  let quote = ''
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at] ?? ''
    if (quote !== '') quote = letter === quote ? '' : quote
    else if (letter === '"' || letter === "'") quote = letter
    else if (letter === '>') return at + 1
  }
  return text.length
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at
  }
  return text.length
}
