export type SlackChannel = {
  id: string
  name: string
  isPrivate?: boolean
  /** Whether the bot is in it; without it, it is. */
  isMember?: boolean
  isArchived?: boolean
}

export type SlackDirectory = { team: string; user: string; scopes: string[]; channels: SlackChannel[] }

/** The methods that read, and the scope that each type of channel needs. */
export const directoryMethods = ['auth.test', 'conversations.list', 'conversations.info']
const scopeOfType: Record<string, string> = {
  public_channel: 'channels:read',
  private_channel: 'groups:read',
}

/** Returns the reply of a method that reads to a bot with these scopes: private channels without the bot do not exist for it. */
export function answerDirectory(
  { team, user, scopes, channels }: SlackDirectory,
  method: string,
  form: URLSearchParams,
): Record<string, unknown> {
  const lacking = (type: string) => {
    const needed = scopeOfType[type] ?? ''
    return scopes.includes(needed)
      ? undefined
      : { ok: false, error: 'missing_scope', needed, provided: scopes.join() }
  }
  const visible = channels.filter(({ isPrivate, isMember }) => isPrivate !== true || isMember !== false)
  if (method === 'auth.test') {
    return {
      ok: true,
      url: 'https://acme.slack.com/',
      team,
      user,
      team_id: 'T1',
      user_id: 'U1',
      bot_id: 'B1',
    }
  }
  if (method === 'conversations.info') {
    const channel = visible.find(({ id }) => id === form.get('channel'))
    if (channel === undefined) return { ok: false, error: 'channel_not_found' }
    return lacking(typeOf(channel)) ?? { ok: true, channel: documentOf(channel) }
  }
  const types = (form.get('types') ?? 'public_channel').split(',')
  const refused = types.map(lacking).find((one) => one !== undefined)
  if (refused !== undefined) return refused
  const limit = Number(form.get('limit') ?? '100')
  if (!(limit >= 1 && limit < 1_000)) return { ok: false, error: 'invalid_limit' }
  const from = form.has('cursor') ? Number(Buffer.from(form.get('cursor') ?? '', 'base64').toString()) : 0
  if (!Number.isInteger(from)) return { ok: false, error: 'invalid_cursor' }
  const isLeftOut = ({ isArchived }: SlackChannel) =>
    isArchived === true && form.get('exclude_archived') === 'true'
  const page = visible.slice(from, from + limit)
  const next = from + limit < visible.length ? Buffer.from(String(from + limit)).toString('base64') : ''
  // A page may have fewer than its limit, even none.
  const listed = page.filter((channel) => types.includes(typeOf(channel)) && !isLeftOut(channel))
  return { ok: true, channels: listed.map(documentOf), response_metadata: { next_cursor: next } }
}

function typeOf({ isPrivate }: SlackChannel): string {
  return isPrivate === true ? 'private_channel' : 'public_channel'
}

function documentOf({
  id,
  name,
  isPrivate = false,
  isMember = true,
  isArchived = false,
}: SlackChannel): object {
  return { id, name, is_channel: true, is_private: isPrivate, is_member: isMember, is_archived: isArchived }
}
