const ellipsis = '…'
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Cuts a well-formed text to at most `max` UTF-16 units, with `…` at the cut and never half a character. A character
 * longer than `max` (one letter may have any number of marks) is cut between its code points.
 */
export function cutText(text: string, max: number): string {
  return text.length <= max ? text : cutAt(text, max - ellipsis.length)
}

/** Returns the first `length` UTF-16 units of a longer text, fewer if they would end inside a character, and `…`. */
export function cutAt(text: string, length: number): string {
  return text.slice(0, findBoundary(text, length)).trimEnd() + ellipsis
}

function findBoundary(text: string, room: number): number {
  // A few units after the cut show whether a character continues there.
  const start = graphemes.segment(text.slice(0, room * 2)).containing(room)?.index ?? room
  if (start > 0) return start
  return text.slice(0, room).isWellFormed() ? room : room - 1
}
