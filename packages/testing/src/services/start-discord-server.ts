import { findObject, type Service, type ServiceReply, startService } from './start-service.ts'

type DiscordMessage = { id: string; payload: Record<string, unknown>; edits: number }

export type DiscordServer = Service & { webhookUrl: string; messages: DiscordMessage[] }

const path = '/api/webhooks/1234567890/token-of-the-webhook'
const limits: Record<string, number> = {
  title: 256,
  description: 4_096,
  name: 256,
  value: 1_024,
  text: 2_048,
}
const maxTogether = 6_000
const maxContent = 2_000

/**
 * Starts a server that behaves as a Discord webhook, with the limits of embeds. Refuses markup that is not escaped, which
 * Discord would show as such. https://discord.com/developers/docs/resources/webhook
 */
export async function startDiscordServer(): Promise<DiscordServer> {
  const messages: DiscordMessage[] = []
  const service = await startService(({ method, path: asked, body }): ServiceReply => {
    const url = new URL(asked, 'http://localhost')
    if (!url.pathname.startsWith(path)) return refuse(404, 10_015, 'Unknown Webhook')
    if (method === 'GET') {
      return {
        status: 200,
        body: JSON.stringify({ type: 1, id: '1234567890', name: 'Leads', channel_id: '1' }),
      }
    }
    const payload = findObject(body)
    const faults = payload === undefined ? ['not an object'] : findFaults(payload)
    if (payload === undefined || faults.length > 0)
      return refuse(400, 50_035, `Invalid Form Body: ${faults.join()}`)
    if (method === 'PATCH') {
      const message = messages.find(({ id }) => url.pathname === `${path}/messages/${id}`)
      if (message === undefined) return refuse(404, 10_008, 'Unknown Message')
      Object.assign(message, { payload, edits: message.edits + 1 })
      return { status: 200, body: JSON.stringify({ ...payload, id: message.id }) }
    }
    const id = String(1_200_000_000_000_000_000n + BigInt(messages.length))
    messages.push({ id, payload, edits: 0 })
    if (url.searchParams.get('wait') !== 'true') return { status: 204 }
    return { status: 200, body: JSON.stringify({ type: 0, ...payload, id }) }
  })
  return { ...service, webhookUrl: `${service.url}${path}`, messages }
}

/** Returns what a message shows, without the escapes. */
export function findDiscordTexts(payload: unknown): string {
  return textsOf(payload)
    .map(({ name, text }) =>
      name === 'url' || name === 'text' ? text : text.replaceAll(/\\([^0-9A-Za-z\s])/g, '$1'),
    )
    .join('\n')
}

function findFaults(payload: Record<string, unknown>): string[] {
  const embeds = Array.isArray(payload.embeds) ? payload.embeds : []
  const texts = textsOf(payload)
  const counted = texts.filter(({ name }) => name in limits)
  const together = counted.reduce((sum, { text }) => sum + text.length, 0)
  return [
    ...(embeds.length > 10 ? ['embeds: at most 10'] : []),
    ...(together > maxTogether ? [`embeds: ${together} characters together`] : []),
    ...(typeof payload.content === 'string' && payload.content.length > maxContent
      ? ['content: too long']
      : []),
    ...(JSON.stringify(payload.allowed_mentions) === '{"parse":[]}' ? [] : ['allowed_mentions: anybody']),
    ...counted.flatMap(({ name, text }) =>
      text === '' || text.length > (limits[name] ?? 0) ? [`${name}: length`] : [],
    ),
    ...texts.flatMap(({ name, text }) => (hasMarkup(name, text) ? [`${name}: markup`] : [])),
  ]
}

function hasMarkup(name: string, text: string): boolean {
  if (name === 'url') return !/^https?:\/\/[^\s<>"|]+$/.test(text)
  if (name === 'text') return false
  return /[*_~`|<>[\]()#@]/.test(text.replaceAll(/\\[^0-9A-Za-z\s]/g, '').replaceAll(ownLink, ''))
}

/** Behind a label: the page of a signal, or what acknowledges it. */
const ownLink = /\[[\p{L} ]+\]\(https?:\/\/[\w.:-]+\/(?:a\/[\w.-]+|w\/\w+\/signals\/[\w%.-]+)\)/gu

function textsOf(value: unknown, name = ''): { name: string; text: string }[] {
  if (typeof value === 'string') return [{ name, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, Array.isArray(value) ? name : key))
}

function refuse(status: number, code: number, message: string): ServiceReply {
  return { status, body: JSON.stringify({ message, code }) }
}
