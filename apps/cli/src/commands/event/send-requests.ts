import type { ErrorBody, ErrorCode } from '@signalpost/domain'
import { type PostAnswer, postSigned, type Sender } from '@signalpost/intake-client'
import type { EventRequest } from './read-event-requests.ts'

export type SentEvent = {
  eventId: string | null
  status: 'accepted' | 'duplicate' | 'refused'
  deliveryId?: string
  error?: ErrorBody
}

/** Refusals of an array that a single event can cause. */
const aboutEvents = new Set<ErrorCode>(['invalid_json', 'invalid_event', 'forbidden', 'body_too_large'])

/**
 * Sends requests in order and yields the outcome of each event. If the intake refuses events that were combined here,
 * it sends each alone, so that only the bad ones are refused. Sends nothing more once the intake is unreachable.
 */
export async function* sendRequests(sender: Sender, requests: EventRequest[]): AsyncGenerator<SentEvent[]> {
  let lost: PostAnswer | undefined
  for (const request of requests) {
    const answer: PostAnswer = lost ?? (await post(sender, request))
    if (!answer.accepted && !answer.reached) lost = answer
    if (!answer.accepted && aboutEvents.has(answer.error.code) && request.apart.length > 0) {
      yield* sendRequests(sender, request.apart)
    } else {
      yield request.eventIds.map((eventId, index) => sentEvent(eventId, index, answer))
    }
  }
}

function post(sender: Sender, { body, eventIds }: EventRequest): Promise<PostAnswer> {
  return postSigned(sender, { body, eventId: eventIds.length === 1 ? (eventIds[0] ?? null) : null })
}

function sentEvent(eventId: string | null, index: number, answer: PostAnswer): SentEvent {
  if (!answer.accepted) return { eventId, status: 'refused', error: answer.error }
  const deliveryId = answer.deliveryIds[index]
  return { eventId, status: answer.status, ...(deliveryId !== undefined && { deliveryId }) }
}
