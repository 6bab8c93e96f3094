import { createHash } from 'node:crypto'
import type { ReceivedEvent } from '@signalpost/database/ledger'
import { RejectedError, readEnvelopes, recordIdOf } from '@signalpost/domain'
import { parseJson } from '@signalpost/runtime'
import { takingTypes } from './taking-types.ts'

export type ReceivedEvents = { events: ReceivedEvent[]; isArray: boolean }

type Rules = {
  orgId: string
  /** Whether to refuse a body that is not our envelope, rather than keep it as one event without a type. */
  envelopeOnly: boolean
  /** An id covered by the signature, for a body without an id of its own. */
  eventIdHint: string | undefined
}

/** Finds the events in a verified body. Throws RejectedError `invalid_json`, `invalid_event` or `forbidden`. */
export function readEvents(body: Buffer, { orgId, envelopeOnly, eventIdHint }: Rules): ReceivedEvents {
  const parsed = parseJson(body)
  if (!parsed.ok) {
    if (!envelopeOnly) return foreignEvent(body, eventIdHint)
    throw new RejectedError(
      'invalid_json',
      'The body is not one JSON document in UTF-8 without a byte order mark.',
    )
  }
  const read = readEnvelopes(parsed.value)
  if (!read.ok) {
    if (!envelopeOnly) return foreignEvent(body, eventIdHint)
    throw new RejectedError('invalid_event', 'The body is not an event, or not an array of events.', {
      issues: read.issues,
    })
  }
  if (read.envelopes.some((envelope) => envelope.orgId !== orgId)) {
    throw new RejectedError('forbidden', 'The source may not send events of another workspace.')
  }
  return {
    events: read.envelopes.map((envelope) => ({
      eventId: envelope.id,
      type: envelope.type,
      // Escalations look for what is accepted about their signals; the worker names the records of all others.
      recordId: takingTypes.has(envelope.type) ? recordIdOf(envelope) : undefined,
    })),
    isArray: read.isArray,
  }
}

function foreignEvent(body: Buffer, eventIdHint: string | undefined): ReceivedEvents {
  const eventId = eventIdHint ?? createHash('sha256').update(body).digest('hex')
  return { events: [{ eventId, type: null }], isArray: false }
}
