/**
 * Returns everything in a message on which Slack acts instead of showing it: the text in angle brackets in its markup.
 */
export function findSlackControls(message: { text: string; blocks: unknown }): string[] {
  const inMarkup = [message.text, ...findMarkup(message.blocks)].flatMap(
    (text) => text.match(/<[^>]*>?/g) ?? [],
  )
  return [...inMarkup, ...findRuns(message.blocks)]
}

/** Links and mentions in rich text, as markup would have them. */
function findRuns(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { type, url, text, user_id: userId } = value as Record<string, unknown>
  if (type === 'link') return [`<${String(url)}|${String(text)}>`]
  if (type === 'user') return [`<@${String(userId)}>`]
  if (typeof type === 'string' && ['broadcast', 'usergroup', 'channel', 'team'].includes(type))
    return [`<!${type}>`]
  return Object.values(value).flatMap(findRuns)
}

/** Returns every text that Slack shows literally. */
export function findSlackPlainTexts(value: unknown): string[] {
  return findTexts(value, 'plain_text')
}

/** A paragraph of rich text is one text. */
function findParagraph(value: object): string[] {
  const { type, elements } = value as Record<string, unknown>
  if (type !== 'rich_text_section' && type !== 'rich_text_quote') return []
  const runs = (elements as Record<string, unknown>[]).map(({ type: kind, text, fallback }) =>
    kind === 'date' ? String(fallback) : kind === 'text' ? String(text) : '',
  )
  const paragraph = runs.join('')
  return paragraph === '' ? [] : [paragraph]
}

function findMarkup(value: unknown): string[] {
  return findTexts(value, 'mrkdwn')
}

function findTexts(value: unknown, format: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'type' in value && value.type === format && 'text' in value ? [String(value.text)] : []
  const paragraphs = format === 'plain_text' ? findParagraph(value) : []
  return [...own, ...paragraphs, ...Object.values(value).flatMap((member) => findTexts(member, format))]
}
