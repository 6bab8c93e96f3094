/** A command line, its words quoted for a shell where they need it. Absent options are left out. */
export function command(words: readonly string[], options: Record<string, string | undefined> = {}): string {
  const given = Object.entries(options).flatMap(([name, value]) =>
    value ? [`--${name}`, quoteForShell(value)] : [],
  )
  return ['./signalpost', ...words.map(quoteForShell), ...given].join(' ')
}

/** A word as a POSIX shell reads it, in single quotes where it needs them. */
export function quoteForShell(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
