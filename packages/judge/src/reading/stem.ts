import { composeText } from '@signalpost/domain'

/** Returns a form that is equal for a word, its plural and its forms in -ing and -ed. For comparison, never for display. */
export function stem(word: string): string {
  const lower = composeText(word, 'NFKC').toLowerCase().replaceAll('’', "'").replace(/'s$/, '')
  if (lower.length < 4 || !/^[a-z]+$/.test(lower)) return lower
  return withoutE(withoutEnding(lower))
}

function withoutEnding(word: string): string {
  if (/(?:ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ch|sh|x|z|ss)es$/.test(word)) return word.slice(0, -2)
  if (word.endsWith('s')) return word.slice(0, -1)
  if (word.endsWith('ing') && word.length > 5) return withoutDouble(word, word.slice(0, -3))
  if (word.endsWith('ed') && !word.endsWith('eed') && word.length > 4)
    return withoutDouble(word, word.slice(0, -2))
  return word
}

/** "planning" is a form of "plan", "string" one of nothing. */
function withoutDouble(word: string, rest: string): string {
  if (!/[aeiouy]/.test(rest)) return word
  return /([bdgkmnprt])\1$/.test(rest) ? rest.slice(0, -1) : rest
}

function withoutE(word: string): string {
  return word.length > 4 && word.endsWith('e') ? word.slice(0, -1) : word
}
