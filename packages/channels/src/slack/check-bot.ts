import { OutgoingError } from '@signalpost/outgoing'
import { z } from 'zod'
import type { ChannelServices, Checking, Finding } from '../channel.ts'
import { askQuestion, asksToWait, bad, wasNotReached } from '../check-service.ts'
import { findJson } from '../find-json.ts'
import { cleanLine } from '../text/clean-text.ts'
import { sayRefusal } from './say-refusal.ts'

// The method allows about 20 requests a minute, with at most 200 channels each as Slack recommends.
const mostPages = 10
const channelsOfPage = '200'

const refusal = z.object({ ok: z.literal(false), error: z.string(), needed: z.string().optional() })
const identity = z.object({
  ok: z.literal(true),
  team: z.string().default(''),
  user: z.string().default(''),
  /** Absent for the token of a person. */
  bot_id: z.string().optional(),
})
const conversation = z.object({
  id: z.string().max(100),
  name: z.string(),
  is_private: z.boolean().default(false),
  is_member: z.boolean().default(false),
  is_archived: z.boolean().default(false),
})
type Conversation = z.infer<typeof conversation>
const page = z.object({
  ok: z.literal(true),
  channels: z.array(conversation),
  response_metadata: z.object({ next_cursor: z.string().default('') }).default({ next_cursor: '' }),
})
const single = z.object({ ok: z.literal(true), channel: conversation })

type Given = Checking<{ channel?: string | undefined }, { botToken?: string | undefined }>
type Read<Document> =
  | { document: Document; scopes: readonly string[] | undefined }
  | { fault: Finding; code?: string }
type Ask = <Document>(
  method: string,
  parameters: Record<string, string>,
  schema: z.ZodType<Document>,
) => Promise<Read<Document>>

/**
 * Asks Slack whose token it is, whether the channel can be posted to, and which channels there are.
 * https://docs.slack.dev/reference/methods/auth.test, https://docs.slack.dev/reference/methods/conversations.list
 */
export async function checkBot(services: ChannelServices, given: Given): Promise<Finding> {
  const ask = askerOf(services, given)
  const who = await ask('auth.test', {}, identity)
  if ('fault' in who) return who.fault
  const { team, user, bot_id: botId } = who.document
  if (botId === undefined) {
    return bad('This is the token of a person. Copy the “Bot User OAuth Token”, which begins with xoxb-.')
  }
  if (who.scopes?.includes('chat:write') === false) return bad(sayRefusal('missing_scope', 'chat:write'))
  const connected = `Connected to ${cleanLine(team)} as ${cleanLine(user)}.`
  const { channel } = given.settings
  if (channel !== undefined) {
    const fault = await findChannelFault(ask, channel, who.scopes)
    return fault === undefined ? { isGood: true, text: connected } : bad(`${connected} ${fault}`)
  }
  const { channels, isWhole, lacks } = await listConversations(ask)
  return {
    isGood: true,
    text: lacks === undefined ? connected : `${connected} To choose the channel from a list: ${lacks}`,
    ...(channels.length > 0 && { choices: { items: channels.map(choiceOf).toSorted(byTitle), isWhole } }),
  }
}

function askerOf({ operatorApi, apiUrls }: ChannelServices, { secrets, orgId, signal }: Given): Ask {
  return async (method, parameters, schema) => {
    try {
      const answer = await askQuestion(operatorApi, {
        method: 'POST',
        url: `${apiUrls.slack}/${method}`,
        headers: {
          authorization: `Bearer ${secrets.botToken}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams(parameters).toString(),
        ...{ caller: orgId, signal },
      })
      if (answer.status === 429) return { fault: asksToWait(answer, 'Slack'), code: 'ratelimited' }
      const json = findJson(answer.body)
      const refused = refusal.safeParse(json)
      if (refused.success) {
        const { error, needed } = refused.data
        return { fault: bad(sayRefusal(error, needed)), code: error }
      }
      const read = schema.safeParse(json)
      const unread = `Slack answered with the status ${answer.status} and nothing that can be read. Check again in some minutes.`
      if (!read.success) return { fault: bad(unread) }
      const scopes = answer.headers['x-oauth-scopes']?.split(',').map((scope) => scope.trim())
      return { document: read.data, scopes }
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error
      return { fault: wasNotReached(error, 'Slack') }
    }
  }
}

type Listed = { channels: Conversation[]; isWhole: boolean /** What to do for a list. */; lacks?: string }

/** What was read before Slack stops answering is still a list. */
async function listConversations(ask: Ask): Promise<Listed> {
  const channels: Conversation[] = []
  let types = 'public_channel,private_channel'
  let cursor = ''
  for (let number = 0; number < mostPages; number += 1) {
    const parameters = { types, exclude_archived: 'true', limit: channelsOfPage, ...(cursor && { cursor }) }
    let read = await ask('conversations.list', parameters, page)
    if ('fault' in read && read.code === 'missing_scope' && types !== 'public_channel') {
      types = 'public_channel'
      read = await ask('conversations.list', { ...parameters, types }, page)
    }
    if ('fault' in read) {
      return { channels, isWhole: false, ...(channels.length === 0 && { lacks: read.fault.text }) }
    }
    channels.push(...read.document.channels)
    cursor = read.document.response_metadata.next_cursor
    if (cursor === '') return { channels, isWhole: true }
  }
  return { channels, isWhole: false }
}

/** Returns why a bot cannot post to a channel. A name in place of an id is not looked up. */
async function findChannelFault(
  ask: Ask,
  channel: string,
  scopes: readonly string[] | undefined,
): Promise<string | undefined> {
  if (!/^[CG][A-Z0-9]+$/.test(channel)) return undefined
  const read = await ask('conversations.info', { channel }, single)
  // Without the right to read, only a message shows.
  if ('fault' in read) return read.code === 'channel_not_found' ? read.fault.text : undefined
  const found = read.document.channel
  if (found.is_archived) return sayRefusal('is_archived')
  const mayPostAnywhere = scopes?.includes('chat:write.public') !== false
  return found.is_member || (mayPostAnywhere && !found.is_private) ? undefined : sayRefusal('not_in_channel')
}

function choiceOf({ id, name, is_private: isPrivate }: Conversation): { value: string; title: string } {
  return { value: id, title: `#${cleanLine(name)}${isPrivate ? ' (private)' : ''}` }
}

function byTitle(one: { title: string }, other: { title: string }): number {
  return one.title.localeCompare(other.title, 'en')
}
