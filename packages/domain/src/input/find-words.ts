/** A word as it is written, and where. */
export type FoundWord = { text: string; start: number; end: number }

// Letters of scripts that put no spaces between words. There, each letter is a word with its marks: a keyword of several
// is found like a phrase.
const spaceless = String.raw`[\p{L}&&[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]]`
// Korean has spaces, but writes particles behind words of other scripts.
const korean = String.raw`[\p{L}&&\p{scx=Hang}]`
const other = String.raw`[[\p{L}\p{N}]--${spaceless}--${korean}]`
const word = new RegExp(String.raw`${spaceless}\p{M}*|${korean}+|${other}+(?:['’]${other}+)*[+#]{0,2}`, 'gv')

/** Returns the words of a text in their order, as whatever matches keywords compares them: `C#` is one, `CRMを` are two. */
export function findWords(text: string): FoundWord[] {
  return Array.from(text.matchAll(word), (match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }))
}
