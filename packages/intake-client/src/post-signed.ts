import { setTimeout as sleep } from 'node:timers/promises'
import { type PostAnswer, postOnce, type Sender, type SignedPost } from './post-once.ts'

const maxTries = 6
const retryAfterDefaultMs = 1_000
const retriedStatuses = new Set([408, 429, 502, 503, 504])

/**
 * Posts a body to a source, signed at the time of each try. Retries if the intake asks for it, a limited number of
 * times and with the same ids, so nothing is applied twice.
 */
export async function postSigned(sender: Sender, post: SignedPost): Promise<PostAnswer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await postOnce(sender, post)
    if (answer.accepted || tries === maxTries || !isWorthRetrying(answer)) return answer
    const askedMs = answer.reached ? answer.retryAfterMs : undefined
    await sleep(askedMs ?? retryAfterDefaultMs)
  }
}

function isWorthRetrying(answer: Exclude<PostAnswer, { accepted: true }>): boolean {
  return !answer.reached || retriedStatuses.has(answer.httpStatus)
}
