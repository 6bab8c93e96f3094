type Option = string | readonly string[] | boolean | undefined

/**
 * A command line, its words quoted for a shell where they need it. An option with several values is repeated, one that
 * is true has none, and what is empty is left out.
 */
export function command(words: readonly string[], options: Record<string, Option> = {}): string {
  const given = Object.entries(options).flatMap(([name, value]) => {
    if (value === true) return [`--${name}`]
    const values = typeof value === 'string' ? [value] : value || []
    return values.flatMap((one) => (one === '' ? [] : [`--${name}`, quoteForShell(one)]))
  })
  return ['./signalpost', ...words.map(quoteForShell), ...given].join(' ')
}

/** A word as a POSIX shell reads it, in single quotes where it needs them. */
export function quoteForShell(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
