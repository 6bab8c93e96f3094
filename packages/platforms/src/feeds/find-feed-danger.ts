const deepest = 50

/**
 * Returns why a feed must not be parsed, as a sentence: it declares entities, which may expand without end, or is nested too
 * deep. Reads each letter once.
 */
export function findFeedDanger(text: string): string | undefined {
  return /^\s*[[{]/.test(text) ? findJsonDanger(text) : findXmlDanger(text)
}

const tooDeep = `The feed is nested deeper than ${deepest} elements.`

function findXmlDanger(text: string): string | undefined {
  let depth = 0
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
      if (text[at + 1] === '/') depth -= 1
      else if (text[end - 2] !== '/') depth += 1
      if (depth > deepest) return tooDeep
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
