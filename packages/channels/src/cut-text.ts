const ellipsis = '…'
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * At most `max` UTF-16 units of a well-formed text, with `…` where something was cut, and never half a character. A
 * character that is longer than all the room (one letter may carry any number of marks) is cut between its code points.
 */
export function cutText(text: string, max: number): string {
  return text.length <= max ? text : cutAt(text, max - ellipsis.length)
}

/** The first `length` UTF-16 units of a longer text or, where they would end inside a character, less; and `…`. */
export function cutAt(text: string, length: number): string {
  return text.slice(0, findBoundary(text, length)).trimEnd() + ellipsis
}

function findBoundary(text: string, room: number): number {
  // Looking a little further than the cut is enough to know whether a character goes on there.
  const start = graphemes.segment(text.slice(0, room * 2)).containing(room)?.index ?? room
  if (start > 0) return start
  return text.slice(0, room).isWellFormed() ? room : room - 1
}
