/** A phrase as every search engine takes it. */
export function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '').trim()}"`
}

/** Any of the phrases, as many as fit into `maxLength` characters; the first always does. */
export function anyOf(
  texts: readonly string[],
  { operator = ' OR ', maxLength = 150 }: { operator?: string; maxLength?: number } = {},
): string {
  const [first = '', ...rest] = texts.map(quoted)
  let joined = first
  for (const text of rest) {
    if (joined.length + operator.length + text.length > maxLength) break
    joined += operator + text
  }
  return joined === first ? first : `(${joined})`
}
