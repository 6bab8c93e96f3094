/** Characters that change how the text around them reads, or that cannot be seen. */
const controls = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu
const kept = new Set(['\n', '\t', '\u200d'])

/** The text of a stranger with its invisible and bidirectional controls spelled out, such as `⟨U+202E⟩`. */
export function showControls(text: string): string {
  return text.replaceAll(controls, (character) =>
    kept.has(character)
      ? character
      : `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  )
}
