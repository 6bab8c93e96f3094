import {
  type Outgoing,
  type OutgoingAnswer,
  OutgoingError,
  type OutgoingRequest,
  userAgent,
} from '@signalpost/outgoing'
import type { Finding } from './channel.ts'
import { findRetryAfterMs } from './http-outcome.ts'

const timeoutMs = 10_000
// A page of channels is the longest.
const maxAnswerBytes = 1024 * 1024

export type Question = Pick<OutgoingRequest, 'method' | 'url' | 'headers' | 'body' | 'signal' | 'caller'>

/** Asks a service without changing anything there. `judge` returns undefined for an answer that says nothing of the settings. */
export async function checkService(
  through: Outgoing,
  title: string,
  question: Question,
  judge: (answer: OutgoingAnswer) => Finding | undefined,
): Promise<Finding> {
  try {
    const answer = await askQuestion(through, question)
    if (answer.status === 429) return asksToWait(answer, title)
    return (
      judge(answer) ?? bad(`${title} answered with the status ${answer.status}. Check again in some minutes.`)
    )
  } catch (error) {
    return wasNotReached(error, title)
  }
}

/** Throws OutgoingError. */
export function askQuestion(through: Outgoing, question: Question): Promise<OutgoingAnswer> {
  const headers = { 'user-agent': userAgent, ...question.headers }
  return through.request({ ...question, headers, timeoutMs, maxAnswerBytes })
}

export function asksToWait(answer: OutgoingAnswer, title: string): Finding {
  return bad(`${title} asks to wait ${Math.ceil(findRetryAfterMs(answer) / 1000)} s. Check again then.`)
}

/** Anything but an OutgoingError is a bug. */
export function wasNotReached(error: unknown, title: string): Finding {
  if (!(error instanceof OutgoingError)) throw error
  return bad(`${title} was not reached from this server. ${error.message}`)
}

export function bad(text: string): Finding {
  return { isGood: false, text }
}
