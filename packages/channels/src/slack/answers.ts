import type { OutgoingAnswer } from '@signalpost/outgoing'
import { z } from 'zod'
import type { Outcome } from '../channel.ts'
import { findJson } from '../find-json.ts'
import { findRetryAfterMs, recordAnswer } from '../http-outcome.ts'

/** Slack cannot show the blocks of the message. */
const formatRefusals = new Set([
  'invalid_blocks',
  'invalid_blocks_format',
  'invalid_payload',
  'msg_blocks_too_long',
  'msg_too_long',
])

/** Our credentials are refused or their destination is gone: no message will arrive. */
const goneCodes = new Set([
  'access_denied',
  'account_inactive',
  'action_prohibited',
  'channel_is_archived',
  'channel_not_found',
  'ekm_access_denied',
  'enterprise_is_restricted',
  'invalid_auth',
  'invalid_token',
  'is_archived',
  'messages_tab_disabled',
  'missing_scope',
  'no_active_hooks',
  'no_permission',
  'no_service',
  'no_service_id',
  'no_team',
  'not_allowed_token_type',
  'not_authed',
  'not_in_channel',
  'org_login_required',
  'posting_to_general_channel_denied',
  'restricted_action',
  'restricted_action_non_threadable_channel',
  'restricted_action_read_only_channel',
  'restricted_action_thread_only_channel',
  'team_access_not_granted',
  'team_disabled',
  'token_expired',
  'token_revoked',
  'user_not_found',
])

/** Faults inside Slack. */
const passingCodes = new Set([
  'accesslimited',
  'fatal_error',
  'internal_error',
  'message_limit_exceeded',
  'request_timeout',
  'rollup_error',
  'service_unavailable',
  'team_added_to_org',
])

const rateCodes = new Set(['rate_limited', 'ratelimited'])
const knownCodes = new Set([...formatRefusals, ...goneCodes, ...passingCodes, ...rateCodes])
const goneStatuses = new Set([401, 403, 404, 410])

const webApiAnswer = z.union([
  z.object({ ok: z.literal(true), channel: z.string().optional(), ts: z.string().optional() }),
  z.object({ ok: z.literal(false), error: z.string().default('unknown_error') }),
])

/** Judges the response of an incoming webhook: `ok`, or a code as plain text. https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
export function judgeWebhookAnswer(answer: OutgoingAnswer): Outcome {
  const text = answer.body.toString('utf8').trim()
  if (answer.status === 200 && text === 'ok') return { outcome: 'sent', ...recordAnswer(answer) }
  // Its codes are several words. A single one, such as the "ok" of a proxy beside a 500, says nothing.
  return judge(answer, text.includes('_') || knownCodes.has(text) ? text : '')
}

/** Judges the response of a Web API method. Its errors have status 200. https://docs.slack.dev/apis/web-api */
export function judgeWebApiAnswer(answer: OutgoingAnswer): Outcome {
  const parsed = webApiAnswer.safeParse(findJson(answer.body))
  if (!parsed.success || (parsed.data.ok && answer.status !== 200)) return judge(answer, '')
  if (!parsed.data.ok) return judge(answer, parsed.data.error)
  const { channel, ts } = parsed.data
  const note = { outcome: 'sent' as const, ...recordAnswer(answer) }
  return channel === undefined || ts === undefined ? note : { ...note, reference: { channel, ts } }
}

/** Whether Slack may accept the message as plain text. */
export function isFormatRefusal({ outcome, code }: Outcome): boolean {
  return outcome === 'rejected' && code !== undefined && formatRefusals.has(code)
}

function judge(answer: OutgoingAnswer, error: string): Outcome {
  const { status } = answer
  const note = {
    ...recordAnswer(answer),
    code: /^[a-z][a-z0-9_]{0,63}$/.test(error) ? error : `http_${status}`,
  }
  if (status === 429 || rateCodes.has(error)) {
    return { ...note, outcome: 'throttled', code: 'rate_limited', retryAfterMs: findRetryAfterMs(answer) }
  }
  if (goneCodes.has(error)) return { ...note, outcome: 'disabled' }
  if (passingCodes.has(error) || status >= 500 || status === 408) {
    return { ...note, outcome: 'retry' }
  }
  if (status >= 300 && status < 400) return { ...note, outcome: 'retry', code: 'redirect' }
  if (formatRefusals.has(error)) return { ...note, outcome: 'rejected' }
  if (goneStatuses.has(status)) return { ...note, outcome: 'disabled' }
  // A success in another format may come from a proxy, before or after Slack saw the message.
  if (status < 300 && error !== note.code) return { ...note, outcome: 'ambiguous', code: 'unexpected_answer' }
  return { ...note, outcome: 'rejected' }
}
