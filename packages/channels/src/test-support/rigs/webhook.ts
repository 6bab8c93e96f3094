import { startWebhookReceiver, type WebhookReceiver } from '@signalpost/testing'
import { webhook } from '../../webhook/webhook.ts'
import { type Connect, type Rig, rowMaker, type StartRigs } from '../channel-rig.ts'

const secret = `whsec_${Buffer.alloc(32, 'k').toString('base64')}`

export const startWebhookRigs: StartRigs = async (connect) => {
  const receiver = await startWebhookReceiver({ secrets: [secret] })
  return { rigs: [webhookRig(receiver, connect)], close: receiver.close }
}

function webhookRig(receiver: WebhookReceiver, connect: Connect): Rig {
  const row = rowMaker(receiver.troubles)
  const failures = [400, 401, 403, 404, 422, 500, 503]
  const busy = { status: 503, headers: { 'retry-after': '60' } }
  const tooMany = { status: 429, headers: { 'retry-after': '120' } }
  const elsewhere = { status: 302, headers: { location: receiver.url } }
  return {
    name: 'webhook',
    channel: webhook,
    services: connect({ ca: receiver.ca }),
    settings: { url: receiver.url, events: ['*'] },
    secrets: { secret },
    unreachable: [
      { settings: { url: 'https://127.0.0.1:1/' } },
      { settings: { url: 'https://nobody.invalid/' } },
      { settings: { url: 'https://169.254.169.254/' } },
      { settings: { url: 'http://192.0.2.1/' } },
    ],
    arrivals: () =>
      receiver.requests
        .filter(({ answer }) => answer === 204 || answer === 'answer_lost')
        .map(({ body, headers }) => ({
          shown: body.toString('utf8'),
          repeatable: [body.toString('utf8'), headers['webhook-id']],
        })),
    reset: () => {
      receiver.requests.length = 0
      receiver.troubles.clear()
    },
    rows: [
      ...failures.map((status) =>
        row(`a ${status}`, { status }, { outcome: 'retry', code: `http_${status}`, httpStatus: status }),
      ),
      row('a URL that is gone', { status: 410 }, { outcome: 'disabled', code: 'gone', httpStatus: 410 }),
      row('a redirect', elsewhere, { outcome: 'retry', code: 'redirect', httpStatus: 302 }),
      row('too many requests', tooMany, { outcome: 'throttled', retryAfterMs: 120_000, httpStatus: 429 }),
      row('a failure with a pause', busy, { outcome: 'retry', retryAfterMs: 60_000, httpStatus: 503 }),
      row('a limit without a pause', { status: 429 }, { outcome: 'throttled', retryAfterMs: 30_000 }),
      row('a lost response', 'answer_lost', { outcome: 'ambiguous', code: 'reset' }, { arrives: true }),
      row(
        'no response in time',
        'silent',
        { outcome: 'ambiguous' },
        { isUnanswered: () => receiver.requests.length > 0 },
      ),
    ],
  }
}
