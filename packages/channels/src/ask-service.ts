import { type Outgoing, type OutgoingAnswer, type OutgoingRequest, userAgent } from '@signalpost/outgoing'
import type { Outcome } from './channel.ts'
import { findRetryAfterMs, judgeFailedRequest, recordAnswer } from './http-outcome.ts'

const timeoutMs = 10_000
// An answer may repeat the whole message before its id.
const maxAnswerBytes = 256 * 1024
const goneStatuses = new Set([401, 403, 404, 410])

type Request = Pick<OutgoingRequest, 'url' | 'headers' | 'body' | 'signal' | 'caller'> & {
  method?: OutgoingRequest['method']
}

/** Sends a request, and judges its answer or its failure. `judge` decides what the status alone does not. */
export async function askService(
  through: Outgoing,
  request: Request,
  judge: (answer: OutgoingAnswer) => Outcome = judgeStatus,
): Promise<Outcome> {
  try {
    const answer = await through.request({ method: 'POST', ...request, timeoutMs, maxAnswerBytes })
    return { ...recordAnswer(answer), ...judge(answer) }
  } catch (error) {
    return judgeFailedRequest(error)
  }
}

/** Sends a document as JSON. */
export function askInJson(
  through: Outgoing,
  { body, headers, ...request }: Omit<Request, 'body'> & { body: object },
  judge?: (answer: OutgoingAnswer) => Outcome,
): Promise<Outcome> {
  const sent = { ...headers, 'content-type': 'application/json', 'user-agent': userAgent }
  return askService(through, { ...request, headers: sent, body: JSON.stringify(body) }, judge)
}

/** Judges an answer by its status: refused credentials and what is gone disable the channel. */
export function judgeStatus(answer: OutgoingAnswer): Outcome {
  const { status } = answer
  if (status >= 200 && status < 300) return { outcome: 'sent' }
  if (status >= 300 && status < 400) return { outcome: 'retry', code: 'redirect' }
  if (status === 429) {
    return { outcome: 'throttled', code: 'rate_limited', retryAfterMs: findRetryAfterMs(answer) }
  }
  const code = `http_${status}`
  if (goneStatuses.has(status)) return { outcome: 'disabled', code }
  return { outcome: status >= 500 || status === 408 ? 'retry' : 'rejected', code }
}
