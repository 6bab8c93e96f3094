import type { Agent, ClientRequest, IncomingMessage } from 'node:http'
import { AnswerError } from './answer-error.ts'

/** What is not data: errors, lists of names, acknowledgements. */
export const otherBytesMost = 1024 * 1024
/** Several times the longest answers: 65,536 checksums, and the hashes of 20,000 rows. */
export const dataBytesMost = 16 * 1024 * 1024
const otherMs = 60_000

type Limits = {
  /** The longest wait for the head of an answer. */
  headMs: number
  /** The longest wait for the rest of an answer with data. */
  dataMs: number
  /** Throws AnswerError for an answer that is not the warehouse's. Returns whether it is data. */
  judge: (answer: IncomingMessage) => boolean
}

/** Node calls it for each request; its types leave it out. */
type Requesting = { addRequest: (request: ClientRequest, ...more: unknown[]) => void }

/**
 * Bounds the answers to all requests of an agent in bytes and time, for libraries that read them whole. An answer that
 * `judge` refuses fails its request before the library sees any of it.
 */
export function boundAnswers<Bounded extends Agent>(agent: Bounded, limits: Limits): Bounded {
  const requesting = agent as Bounded & Requesting // every agent has it
  const add = requesting.addRequest.bind(agent)
  requesting.addRequest = (request, ...more) => {
    boundRequest(request, limits)
    add(request, ...more)
  }
  return agent
}

function boundRequest(request: ClientRequest, { headMs, dataMs, judge }: Limits): void {
  const emit = request.emit.bind(request)
  const late = setTimeout(() => request.destroy(new AnswerError('timeout')), headMs)
  // The library may have given up, and listens no more.
  request.on('error', () => undefined).once('close', () => clearTimeout(late))
  request.emit = (event: string | symbol, ...values: unknown[]): boolean => {
    const [answer] = values
    if (event !== 'response') return emit(event, ...values)
    clearTimeout(late)
    // Node emits it with the answer alone.
    const received = answer as IncomingMessage
    received.on('error', () => undefined)
    try {
      const isData = judge(received)
      boundAnswer(
        received,
        isData ? { bytes: dataBytesMost, ms: dataMs } : { bytes: otherBytesMost, ms: otherMs },
      )
    } catch (error) {
      received.destroy()
      return emit('error', error)
    }
    return emit(event, ...values)
  }
}

function boundAnswer(answer: IncomingMessage, { bytes: most, ms }: { bytes: number; ms: number }): void {
  const late = setTimeout(() => answer.destroy(new AnswerError('timeout')), ms)
  answer.once('close', () => clearTimeout(late))
  const push = answer.push.bind(answer)
  let bytes = 0
  answer.push = (piece: Buffer | null, encoding?: BufferEncoding): boolean => {
    bytes += piece?.length ?? 0
    if (bytes <= most) return push(piece, encoding)
    answer.destroy(new AnswerError('too_large'))
    return false
  }
}
