/** Splits a list of phrases at its commas. */
export function phrasesIn(list: string): string[] {
  return list
    .split(',')
    .map((phrase) => phrase.replaceAll(/\s+/g, ' ').trim())
    .filter((phrase) => phrase !== '')
}
