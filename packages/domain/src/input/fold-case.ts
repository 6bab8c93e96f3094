/**
 * Folds the case of a text. Folded texts are equal exactly if the texts differ at most in case, by Unicode's full case
 * folding. Upper case alone would equate ß and SS rightly, but also i and ı, which are two letters.
 */
export function foldCase(text: string): string {
  return text
    .replaceAll(/[^ı]+/g, (part) => part.toLowerCase().toUpperCase().toLowerCase())
    .replaceAll('ς', 'σ')
}
