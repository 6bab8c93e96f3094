import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createTroublePlan, type TroublePlan } from '../servers/trouble-plan.ts'
import { listenLocally } from '../services/listen-locally.ts'
import { answerDirectory, directoryMethods, type SlackDirectory } from './answer-directory.ts'
import { clickSlackButton, type SlackClick } from './click-slack-button.ts'
import { findSlackFaults } from './find-slack-faults.ts'
import type { SlackMessage } from './slack-message.ts'

export type SlackTrouble =
  /** Slack's own error: status 200 and `ok: false` for a bot, the code as text with its status for a webhook. */
  | { error: string; status?: number }
  /** Responds once `until` is settled. */
  | { status: number; body?: string; headers?: Record<string, string>; until?: Promise<unknown> }
  | { retryAfterSeconds: number }
  /** Posts the message, then closes the connection without an answer. */
  | 'answer_lost'
  /** Closes the connection without posting. */
  | 'dropped'
  /** Neither posts nor answers. */
  | 'silent'

export type SlackOptions = {
  /** The valid bot tokens. */
  tokens?: string[]
  /** The existing channels. */
  channels?: string[]
  /** What the bot may read. */
  directory?: Partial<SlackDirectory>
  /** The limit for each channel or webhook; Infinity for none. */
  messagesPerSecond?: number
  burst?: number
}

export type SlackServer = {
  /** For `SIGNALPOST_SLACK_API_URL`. */
  apiUrl: string
  /** Returns an incoming webhook of that name; each name has its own pace. */
  webhookUrl: (name?: string) => string
  /** In the order of posting; edits change them in place. */
  messages: SlackMessage[]
  /** All requests, posted or not; `answer` is a status, followed by the error's code if any. */
  requests: { receiver: string; atMs: number; answer: string }[]
  /** `only` is a channel, a webhook, or a method that reads. */
  troubles: Pick<TroublePlan<SlackTrouble>, 'plan' | 'clear'>
  /** Clicks a button of a bot's message. */
  click: (click: SlackClick) => Promise<Response>
  close: () => Promise<void>
}

type Reply = { status: number; body: string; headers?: Record<string, string> }

// The statuses of an incoming webhook's errors; the others have 400.
const webhookStatuses: Record<string, number> = {
  action_prohibited: 403,
  invalid_token: 403,
  posting_to_general_channel_denied: 403,
  channel_not_found: 404,
  no_service: 404,
  no_active_hooks: 404,
  team_disabled: 403,
  channel_is_archived: 410,
  rollup_error: 500,
}

/**
 * Starts a server that behaves as Slack documents: incoming webhooks, `chat.postMessage` and `chat.update`, `auth.test` and the lists of channels, with the
 * limits of blocks, a pace for each channel, 429 with `Retry-After`, and errors by `ok: false`.
 */
export async function startSlackServer({
  tokens = ['xoxb-test'],
  channels = ['C0TEST'],
  directory = {},
  messagesPerSecond = 1,
  burst = 3,
}: SlackOptions = {}): Promise<SlackServer> {
  const messages: SlackMessage[] = []
  const requests: SlackServer['requests'] = []
  const troubles = createTroublePlan<SlackTrouble>()
  const buckets = new Map<string, { permits: number; atMs: number }>()
  const readable: SlackDirectory = {
    ...{ team: 'Acme', user: 'signalpost' },
    scopes: ['chat:write', 'chat:write.public', 'channels:read', 'groups:read'],
    channels: channels.map((id) => ({ id, name: id.toLowerCase() })),
    ...directory,
  }
  let lastTs = 0

  const takePermit = (receiver: string): boolean => {
    const nowMs = performance.now()
    const { permits, atMs } = buckets.get(receiver) ?? { permits: burst, atMs: nowMs }
    const refilled = Math.min(burst, permits + ((nowMs - atMs) / 1000) * messagesPerSecond)
    const isFree = refilled >= 1 || messagesPerSecond === Number.POSITIVE_INFINITY
    buckets.set(receiver, { permits: isFree ? refilled - 1 : refilled, atMs: nowMs })
    return isFree
  }
  const post = (channel: string, payload: Record<string, unknown>): SlackMessage => {
    lastTs = Math.max(lastTs + 1, Date.now() * 1000)
    const ts = `${Math.floor(lastTs / 1e6)}.${String(lastTs % 1e6).padStart(6, '0')}`
    const message = { channel, ts, postedAtMs: Date.now(), edits: 0, ...contentOf(payload) }
    messages.push(message)
    return message
  }

  const answerWebhook = (path: string, payload: Record<string, unknown>): Reply => {
    const faults = findSlackFaults(payload)
    if (faults.length > 0)
      return refuseWebhook(faults[0]?.message === 'msg_too_long' ? 'msg_too_long' : 'invalid_blocks')
    if (!payload.text && !payload.blocks) return refuseWebhook('no_text')
    post(path, payload)
    return { status: 200, body: 'ok' }
  }
  const answerMethod = (method: string, payload: Record<string, unknown>, token: string): Reply => {
    if (!tokens.includes(token)) return refuseMethod(token === '' ? 'not_authed' : 'invalid_auth')
    const channel = String(payload.channel)
    if (!channels.includes(channel)) return refuseMethod('channel_not_found')
    const faults = findSlackFaults(payload)
    if (faults.length > 0) {
      const errors = faults.map(({ message, pointer }) => `${message} [json-pointer:${pointer}]`)
      return refuseMethod(faults[0]?.message === 'msg_too_long' ? 'msg_too_long' : 'invalid_blocks', {
        errors,
      })
    }
    if (!payload.text && !payload.blocks) return refuseMethod('no_text')
    if (method === 'chat.postMessage') {
      const { ts, text, blocks } = post(channel, payload)
      return toJson({ ok: true, channel, ts, message: { type: 'message', text, blocks } })
    }
    const message = messages.find((other) => other.channel === channel && other.ts === payload.ts)
    if (message === undefined) return refuseMethod('message_not_found')
    Object.assign(message, contentOf(payload), { edits: message.edits + 1 })
    return toJson({ ok: true, channel, ts: message.ts, text: message.text })
  }

  const answerRead = (method: string, form: string, token: string): Reply => {
    if (!tokens.includes(token)) return refuseMethod(token === '' ? 'not_authed' : 'invalid_auth')
    const reply = toJson(answerDirectory(readable, method, new URLSearchParams(form)))
    return { ...reply, headers: { 'x-oauth-scopes': readable.scopes.join(',') } }
  }

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readAll(request)
    const payload = parseObject(body)
    const path = request.url ?? ''
    const method = /^\/api\/(chat\.postMessage|chat\.update)$/.exec(path)?.[1]
    const webhook = /^\/services\/([a-z0-9-]+)$/.exec(path)?.[1]
    const reading = directoryMethods.find((one) => path === `/api/${one}`)
    const receiver = reading ?? webhook ?? String(payload.channel)
    const token = /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const act = (): Reply => {
      if (reading !== undefined) return answerRead(reading, body, token)
      if (method !== undefined) return answerMethod(method, payload, token)
      return webhook === undefined ? refuseWebhook('no_service') : answerWebhook(webhook, payload)
    }

    const trouble = request.method === 'POST' ? troubles.take(receiver) : { status: 405 }
    const note = (answer: string) => requests.push({ receiver, atMs: Date.now(), answer })
    if (typeof trouble === 'string') {
      note(trouble)
      if (trouble === 'answer_lost') act()
      if (trouble !== 'silent') request.socket.destroy()
      return
    }
    const isPaced = method !== 'chat.update' && reading === undefined
    const isMethod = method !== undefined || reading !== undefined
    let reply: Reply
    if (trouble !== undefined) reply = replyOf(trouble, isMethod)
    else if (isPaced && !takePermit(receiver)) reply = replyOf({ retryAfterSeconds: 1 }, isMethod)
    else reply = act()
    const { error } = parseObject(reply.body)
    note(typeof error === 'string' ? `${reply.status} ${error}` : String(reply.status))
    if (typeof trouble === 'object' && 'until' in trouble) await trouble.until
    response.writeHead(reply.status, { 'content-type': contentTypeOf(reply), ...reply.headers })
    response.end(reply.body)
  }

  const server = createServer((request, response) => {
    // Tests include clients that disconnect during a request.
    handle(request, response).catch(() => request.socket.destroy())
  })
  const { port, close } = await listenLocally(server)
  const origin = `http://127.0.0.1:${port}`

  return {
    apiUrl: `${origin}/api`,
    webhookUrl: (name = 'hook') => `${origin}/services/${name}`,
    messages,
    requests,
    troubles: { plan: troubles.plan, clear: troubles.clear },
    click: clickSlackButton,
    close,
  }
}

function contentOf(payload: Record<string, unknown>): Pick<SlackMessage, 'text' | 'blocks' | 'payload'> {
  const { text, blocks } = payload
  return { text: typeof text === 'string' ? text : '', blocks: Array.isArray(blocks) ? blocks : [], payload }
}

function replyOf(trouble: Exclude<SlackTrouble, string>, isMethod: boolean): Reply {
  if ('retryAfterSeconds' in trouble) {
    const headers = { 'retry-after': String(trouble.retryAfterSeconds) }
    const reply = isMethod ? refuseMethod('ratelimited') : { body: 'rate_limited' }
    return { ...reply, status: 429, headers }
  }
  if (!('error' in trouble)) return { body: '', ...trouble }
  const reply = isMethod ? refuseMethod(trouble.error) : refuseWebhook(trouble.error)
  return { ...reply, status: trouble.status ?? reply.status }
}

function refuseWebhook(error: string): Reply {
  return { status: webhookStatuses[error] ?? 400, body: error }
}

function refuseMethod(error: string, more: object = {}): Reply {
  return toJson({ ok: false, error, ...more })
}

function toJson(value: object): Reply {
  return { status: 200, body: JSON.stringify(value) }
}

function contentTypeOf({ body }: Reply): string {
  return body.startsWith('{') ? 'application/json; charset=utf-8' : 'text/html'
}

async function readAll(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    // Slack accepts other forms than JSON too, but no test sends them.
    return {}
  }
}
