/**
 * Returns everything in a message on which Slack acts instead of showing it: the text in angle brackets in its markup.
 */
export function findSlackControls(message: { text: string; blocks: unknown }): string[] {
  return [message.text, ...findMarkup(message.blocks)].flatMap((text) => text.match(/<[^>]*>?/g) ?? [])
}

/** Returns every text that Slack shows literally. */
export function findSlackPlainTexts(value: unknown): string[] {
  return findTexts(value, 'plain_text')
}

function findMarkup(value: unknown): string[] {
  return findTexts(value, 'mrkdwn')
}

function findTexts(value: unknown, format: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'type' in value && value.type === format && 'text' in value ? [String(value.text)] : []
  return [...own, ...Object.values(value).flatMap((member) => findTexts(member, format))]
}
