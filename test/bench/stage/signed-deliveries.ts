import { signServiceV1 } from '@signalpost/signatures'
import type { SignedSource } from '../../support/sending/sender.ts'
import type { LoadRequest } from '../load/request-bytes.ts'

let made = 0

export type SignedDelivery = LoadRequest & { body: Buffer; signalId: string }

/** Signs `count` requests with one new signal each; a source accepts them for 300 seconds. */
export function signDeliveries(
  source: SignedSource,
  count: number,
  describe: (index: number) => Record<string, unknown> = () => ({}),
): SignedDelivery[] {
  return Array.from({ length: count }, (_, index) => {
    made += 1
    const event = signalEvent({ orgId: source.orgId, number: made, signal: describe(index) })
    return { ...signEvent(source, event), signalId: event.data.signal.id }
  })
}

/** Signs a request with one event. */
export function signEvent(
  { sourceId, secret }: SignedSource,
  event: Record<string, unknown>,
): LoadRequest & { body: Buffer } {
  const body = Buffer.from(JSON.stringify(event))
  const timestampSeconds = Math.floor(Date.now() / 1000)
  return {
    method: 'POST',
    path: `/hooks/${sourceId}`,
    headers: {
      'content-type': 'application/json',
      'x-service-signature': signServiceV1({ secret, timestampSeconds, body }),
    },
    body,
  }
}

function signalEvent({
  orgId,
  number,
  signal,
}: {
  orgId: string
  number: number
  signal: Record<string, unknown>
}) {
  const at = new Date().toISOString()
  const id = `sig_${process.pid.toString(36)}_${number.toString(36).padStart(8, '0')}`
  return {
    id: `evt_${id}`,
    type: 'signal.created',
    occurredAt: at,
    orgId,
    data: {
      signal: {
        id,
        orgId,
        listenerId: `lsn_${number % 20}`,
        source: 'reddit',
        url: `https://example.com/r/saas/comments/${id}`,
        title: 'Looking for something that replaces our spreadsheet',
        excerpt: 'We outgrew it months ago and the team spends a day a week on keeping it right.',
        postedAt: at,
        relevanceScore: number % 101,
        classification: 'relevant',
        rationale: 'Asks for a tool and names the pain.',
        matchedKeywords: ['spreadsheet', 'replace'],
        firstSeenAt: at,
        ...signal,
      },
    },
  }
}
