/** Whether consecutive words of a text, up to eight, are one of `sequences`. Text and sequences are folded. */
export function saysAny(folded: string, sequences: ReadonlySet<string>): boolean {
  for (const sequence of sequencesOf(folded)) if (sequences.has(sequence)) return true
  return false
}

const longestSequence = 8

/** Yields every sequence of up to eight words of a folded text. */
export function* sequencesOf(folded: string): Generator<string> {
  if (folded === '') return
  const words = folded.split(' ')
  for (const [start] of words.entries()) {
    let sequence = ''
    for (const word of words.slice(start, start + longestSequence)) {
      sequence = sequence === '' ? word : `${sequence} ${word}`
      yield sequence
    }
  }
}
