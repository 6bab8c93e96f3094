import { alertRaised } from '@signalpost/domain'
import type { Content, EscalationStep, OutgoingEvent } from '../channel.ts'
import { deriveId } from '../derive-id.ts'

/** One request: its id in the headers, and its body. */
export type WebhookMessage = { id: string; body: string }

type Source = { messageId: string; orgId: string }

// The limits of our own intake for one request.
const maxEvents = 500
const maxBytes = 512 * 1024

/**
 * Returns the requests for a content, nearly always one. A single event is the whole body; several are an array, split
 * where our own intake would refuse it. The same content and ids give the same bytes.
 */
export function renderWebhookMessages(content: Content, source: Source): WebhookMessage[] {
  const events = eventsOf(content, source)
  const [only] = events
  if (only === undefined) return []
  if (events.length === 1) return [{ id: only.id, body: toJson(only) }]
  const batches = gather(events.map(toJson))
  return batches.map((batch, index) => ({
    id: deriveId('msg_', { text: `${source.messageId} ${index}`, at: only.occurredAt }),
    body: `[${batch.join(',')}]`,
  }))
}

function eventsOf(content: Content, { messageId, orgId }: Source): OutgoingEvent[] {
  if ('event' in content) return [content.event]
  if ('followUp' in content) return []
  if ('notice' in content) {
    const { type, at: occurredAt, data } = content.notice
    const id = deriveId('evt_', { text: messageId, at: occurredAt })
    return [{ id, type, occurredAt, orgId, data }]
  }
  const { items, raisedAt, ruleId, orgId: alertOrgId, escalation } = content.alert
  return items.map((signal) => ({
    id: deriveId('evt_', { text: `${messageId} ${signal.id}`, at: raisedAt }),
    type: alertRaised.type,
    occurredAt: raisedAt,
    orgId: alertOrgId,
    data: { ruleId, signal, ...(escalation && { escalation: placeOf(escalation) }) },
  }))
}

function placeOf({ round, step, person }: EscalationStep) {
  return { round, step, personId: person?.personId ?? null }
}

function gather(documents: string[]): string[][] {
  const batches: string[][] = []
  let bytes = 0
  for (const document of documents) {
    const batch = batches.at(-1)
    const size = Buffer.byteLength(document) + 1
    if (batch === undefined || batch.length === maxEvents || bytes + size > maxBytes) {
      batches.push([document])
      bytes = size
    } else {
      batch.push(document)
      bytes += size
    }
  }
  return batches
}

// Escaped lone surrogates and U+0000 are valid JSON, but many readers and stores refuse them.
function toJson(event: OutgoingEvent): string {
  return JSON.stringify(event, (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\u0000', '\ufffd') : value,
  )
}
