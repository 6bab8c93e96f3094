import type { Post } from './post.ts'

/** Returns whether one of some words is at most `reach` words before the one at `at`, in one part of a sentence. */
export function isShortlyAfter(
  post: Post,
  words: ReadonlySet<number>,
  { at, reach }: { at: number; reach: number },
): boolean {
  for (let before = at - 1; before >= Math.max(0, at - reach); before -= 1) {
    if (words.has(before)) return isOnePart(post, before, at)
  }
  return false
}

/** Returns whether no mark that divides a sentence is between two words. */
export function isOnePart({ text, words }: Post, from: number, to: number): boolean {
  const [one, other] = [words[from], words[to]]
  if (one === undefined || other === undefined || one.sentence !== other.sentence) return false
  return !/[,;:–—()]/.test(text.slice(one.start, other.start))
}
