import { cutAt } from '../cut-text.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/**
 * Escapes text for Slack's markup, where only these three characters begin a mention or a link. Cuts it to at most
 * `max` UTF-16 units, with `…` at the cut and never half an entity or character.
 * https://docs.slack.dev/messaging/formatting-message-text
 */
export function escapeAndCut(text: string, max: number): string {
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

function escapeText(text: string): string {
  return text.replaceAll(/[&<>]/g, (character) => entities[character] ?? character)
}
