// Normalization sorts the marks of a letter in quadratic time. No language has more than 30 on one letter (Unicode's
// stream-safe text format, UAX 15).
const tooManyMarks = /(\p{M}{30})\p{M}+/gu

/** Normalizes a text of any origin, in time proportional to its length. Marks past the 30th of a letter are left out. */
export function composeText(text: string, form: 'NFC' | 'NFKC'): string {
  return text.replaceAll(tooManyMarks, '$1').normalize(form)
}
