/** Quotes a phrase as every search engine accepts it. */
export function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '').trim()}"`
}

/** Joins as many of the phrases as fit into `maxLength` characters; always at least the first. */
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

/** Leaves out what a shorter phrase of two words or more finds as well: "field service" finds "field service software". */
export function withoutFound(phrases: readonly string[]): string[] {
  const folded = phrases.map((phrase) => ` ${phrase.toLowerCase()} `)
  const shorter = folded.filter((phrase) => phrase.trim().includes(' '))
  return phrases.filter((_, at) => !shorter.some((one) => one !== folded[at] && folded[at]?.includes(one)))
}
