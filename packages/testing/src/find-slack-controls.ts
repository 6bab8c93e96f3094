/** Everything in a message that Slack acts on instead of showing it: what stands in angle brackets in its markup. */
export function findSlackControls(message: { text: string; blocks: unknown }): string[] {
  return [message.text, ...findMarkup(message.blocks)].flatMap((text) => text.match(/<[^>]*>?/g) ?? [])
}

/** Every text that Slack shows as it stands. */
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
