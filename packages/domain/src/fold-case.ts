/**
 * A text in folded case: two texts are equal but for their case exactly when they are equal folded, as Unicode's full
 * case folding has it. Upper case makes one of ß and SS; but it also makes one of i and ı, which are two letters.
 */
export function foldCase(text: string): string {
  return text
    .replaceAll(/[^ı]+/g, (part) => part.toLowerCase().toUpperCase().toLowerCase())
    .replaceAll('ς', 'σ')
}
