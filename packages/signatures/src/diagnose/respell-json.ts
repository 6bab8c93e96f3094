/** How a JSON library writes: the space after commas and colons, or lines of an indent; and its strings. */
export type JsonSpelling = {
  readonly comma: string
  readonly colon: string
  /** Spaces a level; without it everything is on one line. */
  readonly indent?: number
  readonly string: (token: string) => string
}

/** Deep levels would make the indent grow with the square of the length. */
const maxGrowth = 8

const token = /[ \t\r\n]*("(?:[^"\\]|\\.)*"|[[\]{},:]|[^ \t\r\n"[\]{},:]+)/y

/** The tokens of a JSON document, and how long it was. */
type JsonTokens = { readonly tokens: readonly string[]; readonly length: number }

/** Splits a JSON document into tokens; undefined for what is none. */
export function readTokens(json: string): JsonTokens | undefined {
  const tokens: string[] = []
  token.lastIndex = 0
  const end = json.trimEnd().length
  while (token.lastIndex < end) {
    const found = token.exec(json)?.[1]
    if (found === undefined || (found.startsWith('"') && !isString(found))) return undefined
    tokens.push(found)
  }
  return { tokens, length: json.length }
}

/**
 * Returns the JSON document as another library writes it, its values in the same order; undefined for what the indent
 * would make eight times as long. Works on tokens, not on values, so large numbers stay whole.
 */
export function respellJson(
  { tokens, length }: JsonTokens,
  { comma, colon, indent, string }: JsonSpelling,
): string | undefined {
  let depth = 0
  let left = maxGrowth * length + 1024
  let respelled = ''
  const line = (): string => (indent === undefined ? '' : `\n${' '.repeat(indent * depth)}`)
  for (const [index, one] of tokens.entries()) {
    const isEmpty = closes(one) && opens(tokens[index - 1] ?? '')
    if (closes(one)) depth = Math.max(0, depth - 1)
    if (closes(one) && !isEmpty) respelled += line()
    respelled += one === ',' ? comma : one === ':' ? colon : one.startsWith('"') ? string(one) : one
    if (opens(one)) depth += 1
    left -= one.length + (indent ?? 0) * depth
    if (left < 0) return undefined
    if ((opens(one) && !closes(tokens[index + 1] ?? '')) || one === ',') respelled += line()
  }
  return respelled
}

function isString(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'string'
  } catch {
    // JSON has no such escape, so the document is not JSON.
    return false
  }
}

function opens(text: string): boolean {
  return text === '{' || text === '['
}

function closes(text: string): boolean {
  return text === '}' || text === ']'
}
