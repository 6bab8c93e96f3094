import { cutAt } from './cut-text.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/**
 * Escapes the three characters that begin markup in HTML, and a mention or a link in Slack.
 * https://docs.slack.dev/messaging/formatting-message-text
 */
function escapeEntities(text: string): string {
  return text.replaceAll(/[&<>]/g, (character) => entities[character] ?? character)
}

/**
 * Escapes text, each character for itself. Cuts it to at most `max` UTF-16 units, with `…` at the cut and never half an
 * escape sequence or character.
 */
export function escapeAndCut(
  text: string,
  max: number,
  escapeText: (text: string) => string = escapeEntities,
): string {
  const whole = escapeText(text)
  if (whole.length <= max) return whole
  let room = max - 1
  let length = 0
  for (const character of text) {
    room -= escapeText(character).length
    if (room < 0) break
    length += character.length
  }
  return escapeText(cutAt(text, length))
}
