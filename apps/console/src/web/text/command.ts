/** A command line, its words quoted for a shell where they need it. Absent options are left out. */
export function command(words: readonly string[], options: Record<string, string | undefined> = {}): string {
  const given = Object.entries(options).flatMap(([name, value]) => (value ? [`--${name}`, quote(value)] : []))
  return ['./signalpost', ...words.map(quote), ...given].join(' ')
}

function quote(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
