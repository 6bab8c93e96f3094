import type { Expectation } from './book.ts'
import { pickOne, type Random } from './random.ts'
import type { Outgoing, SignedSource } from './sender.ts'

type Event = { id: string; type: string; occurredAt: string; orgId: string; data: Record<string, unknown> }
type MadeEvent = { event: Event; expectation: Expectation }

const firstMs = Date.parse('2026-11-01T00:00:00.000Z')
const rememberedSignals = 200
const rememberedRequests = 200
const arrayLength = 12

/**
 * Requests as senders make them, and some as only strangers do: new signals, updates, changes of their registers,
 * arrays, listeners and deals, deletions, repetitions, conflicts, events that are unknown or wrong, forged requests.
 */
export function createTraffic({
  sources,
  random,
  label = 'evt',
}: {
  sources: readonly SignedSource[]
  random: Random
  /** The prefix of event ids. */
  label?: string
}): { next: () => Outgoing } {
  let count = 0
  const signals = new Map<string, string[]>()
  const sent: Outgoing[] = []

  const next = (): Outgoing => {
    const roll = random()
    if (roll < 0.05 && sent.length > 0) return pickOne(sent, random)
    const source = pickOne(sources, random)
    if (roll < 0.09) return forge(requestOf(source, [describe(source, 'refused')]), random)
    if (roll < 0.1 && sent.length > 0) return contradict(pickOne(sent, random))
    const length = roll < 0.2 ? 2 + Math.floor(random() * arrayLength) : 1
    const outgoing = requestOf(
      source,
      Array.from({ length }, () => makeAny(source)),
    )
    sent.push(outgoing)
    if (sent.length > rememberedRequests) sent.shift()
    return outgoing
  }

  const eventOf = (source: SignedSource, type: string, data: Record<string, unknown>): Event => {
    count += 1
    return {
      id: `${label}_${count}`,
      type,
      // Few moments make ties common.
      occurredAt: momentOf(random),
      orgId: source.orgId,
      data,
    }
  }
  const makeAny = (source: SignedSource): MadeEvent => {
    const roll = random()
    const known = signals.get(source.orgId) ?? []
    const made = (type: string, data: Record<string, unknown>, expectation: Expectation = 'applied') => ({
      event: eventOf(source, type, data),
      expectation,
    })
    if (roll < 0.02) return made('signal.read', { signalId: 'sig_1' }, 'dead')
    if (roll < 0.04) return made('sender.only', { anything: true }, 'ignored')
    if (roll < 0.08) return made('ping', {})
    if (roll < 0.12)
      return made('deal.updated', { deal: { id: `deal_${count % 7}`, name: 'A deal', stage: 'new' } })
    if (roll < 0.15) {
      const listener = { id: `lsn_${count % 3}`, name: 'A listener', mode: 'market', objective: 'find' }
      return made('listener.updated', { listener })
    }
    if (roll < 0.2 && known.length > 0) {
      const score = Math.floor(random() * 101)
      return made('signal.updated', {
        signal: signalOf({ id: pickOne(known, random), source, at: momentOf(random), score }),
      })
    }
    if (roll < 0.5 && known.length > 0) {
      const { type, data } = changeOf(pickOne(known, random), random)
      return made(type, data)
    }
    return describe(source, 'applied')
  }
  const describe = (source: SignedSource, expectation: Expectation): MadeEvent => {
    const event = eventOf(source, 'signal.created', {})
    const id = `sig_${event.id}`
    event.data = { signal: signalOf({ id, source, at: event.occurredAt, score: Math.floor(random() * 101) }) }
    if (expectation === 'applied') {
      const known = signals.get(source.orgId) ?? []
      signals.set(source.orgId, [...known, id].slice(-rememberedSignals))
    }
    return { event, expectation }
  }
  return { next }
}

function momentOf(random: Random): string {
  return new Date(firstMs + Math.floor(random() * 1_000) * 60_000).toISOString()
}

function requestOf(source: SignedSource, made: MadeEvent[]): Outgoing {
  const events = made.map((one) => one.event)
  return {
    source,
    body: Buffer.from(JSON.stringify(events.length === 1 ? events[0] : events)),
    events: made.map(({ event, expectation }) => ({ eventId: event.id, expectation })),
  }
}

function changeOf(signalId: string, random: Random): { type: string; data: Record<string, unknown> } {
  const at = momentOf(random)
  const userId = pickOne(['usr_1', 'usr_2', 'usr_3'], random)
  return pickOne(
    [
      { type: 'signal.read', data: { signalId, readAt: at } },
      { type: 'signal.alerted', data: { signalId, alertedAt: at } },
      { type: 'signal.assigned', data: { signalId, assignedTo: { userId, at, by: userId } } },
      { type: 'signal.assigned', data: { signalId, assignedTo: null } },
      { type: 'signal.feedback', data: { signalId, feedback: { verdict: 'good', at } } },
      { type: 'signal.deleted', data: { signalId } },
    ],
    random,
  )
}

function signalOf({
  id,
  source,
  at,
  score,
}: {
  id: string
  source: SignedSource
  at: string
  score: number
}) {
  return {
    id,
    orgId: source.orgId,
    listenerId: 'lsn_1',
    source: 'reddit',
    url: `https://example.com/${id}`,
    title: `Signal ${id}`,
    excerpt: 'Ünïcode 😀, and a nul \u0000 in between',
    postedAt: at,
    relevanceScore: score,
    classification: 'relevant',
    rationale: 'Because of a keyword.',
    matchedKeywords: ['keyword'],
    firstSeenAt: at,
    accountKey: `d:company${score % 10}.example`,
    subjectOrg: { name: `Company ${score % 10}`, location: 'Berlin, Germany' },
  }
}

/** The same ids with different content: the one applied first wins. */
function contradict(outgoing: Outgoing): Outgoing {
  const text = outgoing.body.toString('utf8').replaceAll('"occurredAt"', '"contradicts":true,"occurredAt"')
  return { ...outgoing, body: Buffer.from(text) }
}

/** Turns a good request into one that must be refused. */
function forge(outgoing: Outgoing, random: Random): Outgoing {
  const { source, body } = outgoing
  return pickOne<Outgoing>(
    [
      { ...outgoing, source: { ...source, secret: `${source.secret}x` } },
      { ...outgoing, spoil: () => ({ 'content-type': 'application/json' }) },
      { ...outgoing, spoil: (headers) => ({ ...headers, 'content-type': 'text/plain' }) },
      { ...outgoing, spoil: (headers) => ({ ...headers, 'content-encoding': 'gzip' }) },
      { ...outgoing, body: body.subarray(0, body.length - 1) },
      { ...outgoing, body: Buffer.from(body.toString('utf8').replace(`"${source.orgId}"`, '"org_other"')) },
      { ...outgoing, body: Buffer.concat([body, Buffer.alloc(1_100_000, ' ')]) },
    ],
    random,
  )
}

/** A refused body that is too large may end its connection, which would look like a lost one. */
export function withoutForgeries({ next }: { next: () => Outgoing }): { next: () => Outgoing } {
  return {
    next: () => {
      for (;;) {
        const outgoing = next()
        if (outgoing.events.every(({ expectation }) => expectation !== 'refused')) return outgoing
      }
    },
  }
}
