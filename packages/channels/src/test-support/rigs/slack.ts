import {
  allApiUrls,
  findSlackControls,
  findSlackPlainTexts,
  type SlackMessage,
  type SlackServer,
  startSlackServer,
} from '@signalpost/testing'
import { slack } from '../../slack/slack.ts'
import { type Arrival, type Connect, type Rig, type Row, rowMaker, type StartRigs } from '../channel-rig.ts'

const arrives = true

export const startSlackRigs: StartRigs = async (connect) => {
  const server = await startSlackServer({ messagesPerSecond: Number.POSITIVE_INFINITY })
  return { rigs: [webhookRig(server, connect), botRig(server, connect)], close: server.close }
}

function webhookRig(server: SlackServer, connect: Connect): Rig {
  const row = rowMaker(server.troubles)
  return {
    name: 'slack by webhook',
    channel: slack,
    services: connect(),
    settings: {},
    secrets: { webhookUrl: server.webhookUrl() },
    unreachable: [
      { secrets: { webhookUrl: 'http://127.0.0.1:1/services/x' } },
      { secrets: { webhookUrl: 'https://nobody.invalid/services/x' } },
      { secrets: { webhookUrl: 'http://192.0.2.1/services/x' } },
      { secrets: { webhookUrl: 'https://169.254.169.254/services/x' } },
    ],
    arrivals: () => server.messages.map(arrivalOf),
    reset: () => reset(server),
    rows: [
      ...rowsOfBoth(server),
      row(
        'no_service',
        { error: 'no_service' },
        { outcome: 'disabled', code: 'no_service', httpStatus: 404 },
      ),
      row('action_prohibited', { error: 'action_prohibited' }, { outcome: 'disabled', httpStatus: 403 }),
      row('an archived channel', { error: 'channel_is_archived' }, { outcome: 'disabled', httpStatus: 410 }),
      row('a fault inside Slack', { error: 'rollup_error' }, { outcome: 'retry', httpStatus: 500 }),
    ],
  }
}

function botRig(server: SlackServer, connect: Connect): Rig {
  const row = rowMaker(server.troubles)
  const gone = ['invalid_auth', 'token_revoked', 'account_inactive', 'channel_not_found', 'is_archived']
  const passing = ['internal_error', 'fatal_error']
  return {
    name: 'slack by bot',
    channel: slack,
    services: connect({ apiUrls: allApiUrls(server.apiUrl) }),
    settings: { channel: 'C0TEST' },
    secrets: { botToken: 'xoxb-test', signingSecret: 'signing-secret' },
    unreachable: ['http://127.0.0.1:1/api', 'http://nobody.invalid/api'].map((url) => ({
      services: connect({ apiUrls: allApiUrls(url) }),
    })),
    arrivals: () => server.messages.map(arrivalOf),
    reset: () => reset(server),
    rows: [
      ...rowsOfBoth(server),
      row(
        'a limit reported by ok: false',
        { error: 'ratelimited' },
        { outcome: 'throttled', httpStatus: 200 },
      ),
      ...gone.map((error) => row(error, { error }, { outcome: 'disabled', code: error, httpStatus: 200 })),
      ...passing.map((error) => row(error, { error }, { outcome: 'retry', code: error, httpStatus: 200 })),
    ],
  }
}

function rowsOfBoth({ troubles, requests }: SlackServer): Row[] {
  const row = rowMaker(troubles)
  const asText = { outcome: 'sent', code: 'sent_as_text' } as const
  return [
    row(
      'too many messages',
      { retryAfterSeconds: 7 },
      { outcome: 'throttled', retryAfterMs: 7_000, httpStatus: 429 },
    ),
    row('a pause below the minimum', { retryAfterSeconds: 0 }, { outcome: 'throttled', retryAfterMs: 1_000 }),
    row(
      'a pause above the maximum',
      { retryAfterSeconds: 90_000 },
      { outcome: 'throttled', retryAfterMs: 3_600_000 },
    ),
    row(
      'a failure with a pause',
      { status: 503, headers: { 'retry-after': '60' } },
      { outcome: 'retry', retryAfterMs: 60_000 },
    ),
    row('blocks that Slack cannot show', { error: 'invalid_blocks' }, asText, { arrives }),
    row('a message above the maximum length', { error: 'msg_too_long' }, asText, { arrives }),
    row(
      'plain text that is refused too',
      { error: 'invalid_blocks' },
      { outcome: 'rejected', code: 'invalid_blocks' },
      { times: 2 },
    ),
    row('an unknown error', { error: 'brand_new' }, { outcome: 'rejected', code: 'brand_new' }),
    ...[401, 403, 404, 410].map((status) =>
      row(
        `a plain ${status}`,
        { status },
        { outcome: 'disabled', code: `http_${status}`, httpStatus: status },
      ),
    ),
    ...[500, 503].map((status) =>
      row(
        `a plain ${status}`,
        { status, body: '<html>' },
        { outcome: 'retry', code: `http_${status}`, httpStatus: status },
      ),
    ),
    row(
      'a redirect',
      { status: 307, headers: { location: 'https://example.com' } },
      { outcome: 'retry', code: 'redirect' },
    ),
    row(
      'a success in another format',
      { status: 200, body: '<html>' },
      { outcome: 'ambiguous', code: 'unexpected_answer' },
    ),
    row('a lost response', 'answer_lost', { outcome: 'ambiguous', code: 'reset' }, { arrives }),
    row('a connection that ends', 'dropped', { outcome: 'ambiguous', code: 'reset' }),
    row(
      'no response in time',
      'silent',
      { outcome: 'ambiguous' },
      { isUnanswered: () => requests.length > 0 },
    ),
  ]
}

function arrivalOf({ text, blocks, payload }: SlackMessage): Arrival {
  const shown = [text, ...findSlackPlainTexts(blocks), ...findSlackControls({ text: '', blocks })]
  return { shown: shown.join('\n'), repeatable: payload }
}

function reset(server: SlackServer): void {
  server.messages.length = 0
  server.requests.length = 0
  server.troubles.clear()
}
