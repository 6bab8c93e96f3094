import { type Envelope, registerKinds } from '@signalpost/domain'
import fc from 'fast-check'
import { z } from 'zod'

const firstMs = Date.parse('2026-11-01T00:00:00.000Z')

/** Few moments make ties common; the event's id and then its source must break them. */
const moments = fc.nat(9).map((minutes) => new Date(firstMs + minutes * 60_000).toISOString())

/** Values that a register's schema accepts. */
function registerValues(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodObject) {
    const members = Object.entries(schema.shape).map(([name, member]) => [name, registerValues(member)])
    return fc.record(Object.fromEntries(members))
  }
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options)
  if (schema instanceof z.ZodString) {
    return schema.meta()?.format === 'date-time' ? moments : fc.constantFrom('usr_1', 'usr_2')
  }
  throw new Error('Expected a register of objects, enums, instants or ids; add its schema to registerValues.')
}

/** An event, with the one of its workspace's sources that sends it. */
export type SentEvent = { source: number; event: Envelope }

const signalIds = ['sig_1', 'sig_2', 'sig_3', 'sig_4', 'sig_5']

const texts = fc.constantFrom('one', 'two', 'Ünïcode 😀', 'nul \u0000 here')
const organisations = fc.record(
  {
    name: fc.constantFrom('Example', 'Beispiel GmbH', ' '),
    location: fc.constantFrom('Berlin, Germany', 'Zürich'),
  },
  { requiredKeys: [] },
)

const noScores = {
  purchaseIntent: 0,
  fit: 0,
  urgency: 0,
  recency: 0,
  commercialValue: 0,
  evidenceQuality: 0,
  multiSignal: 0,
}

function optional<Value>(values: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.option(values, { nil: undefined, freq: 2 })
}

// A breakdown belongs to the later rubrics, and its sum is the score.
const rubrics = fc
  .record({ scoreVersion: fc.constantFrom(1, 2, 3), purchaseIntent: fc.nat(30) })
  .map(({ scoreVersion, purchaseIntent }) => ({
    scoreVersion,
    relevanceScore: purchaseIntent,
    ...(scoreVersion > 1 && { scoreBreakdown: { ...noScores, purchaseIntent } }),
  }))

function signals(orgId: string) {
  const said = fc.record({
    id: fc.constantFrom(...signalIds),
    orgId: fc.constant(orgId),
    listenerId: fc.constantFrom('lsn_1', 'lsn_2'),
    source: fc.constantFrom('reddit', 'g2'),
    url: fc.constant('https://example.com/post'),
    title: texts,
    excerpt: texts,
    postedAt: moments,
    relevanceScore: fc.nat(100),
    classification: fc.constant('relevant'),
    rationale: texts,
    matchedKeywords: fc.array(texts, { maxLength: 2 }),
    firstSeenAt: moments,
    publishedAt: optional(moments),
    accountKey: optional(fc.constantFrom('d:example.com', 'n:Example', 'p:Zürich')),
    subjectOrg: optional(organisations),
    subjectName: optional(fc.constantFrom('A subject', '')),
    urgency: optional(fc.constantFrom('low', 'immediate')),
    ...Object.fromEntries(registerKinds.map(({ name, value }) => [name, optional(registerValues(value))])),
  })
  return fc.tuple(said, optional(rubrics)).map(([signal, rubric]) => ({ ...signal, ...rubric }))
}

function happenings(orgId: string): fc.Arbitrary<{ type: string; data: Record<string, unknown> }> {
  const signalId = fc.constantFrom(...signalIds)
  const kind = (type: string, data: fc.Arbitrary<Record<string, unknown>>) =>
    data.map((value) => ({ type, data: value }))
  return fc.oneof(
    { weight: 5, arbitrary: kind('signal.created', fc.record({ signal: signals(orgId) })) },
    { weight: 3, arbitrary: kind('signal.updated', fc.record({ signal: signals(orgId) })) },
    { weight: 2, arbitrary: kind('signal.deleted', fc.record({ signalId })) },
    ...registerKinds.map(({ name, value, isNullable, event }) => {
      const values = isNullable ? fc.option(registerValues(value)) : registerValues(value)
      return { weight: 3, arbitrary: kind(event.type, fc.record({ signalId, [name]: values })) }
    }),
    {
      weight: 2,
      arbitrary: kind(
        'listener.updated',
        fc.record({
          listener: fc.record({
            id: fc.constant('lsn_1'),
            name: texts,
            mode: fc.constant('market'),
            objective: texts,
            createdAt: optional(moments),
          }),
        }),
      ),
    },
    kind('listener.deleted', fc.constant({ listenerId: 'lsn_1' })),
    {
      weight: 2,
      arbitrary: kind(
        'deal.updated',
        fc.record({
          deal: fc.record({
            id: fc.constant('deal_1'),
            name: texts,
            stage: fc.constantFrom('new', 'won'),
            createdAt: optional(moments),
          }),
        }),
      ),
    },
    kind('deal.deleted', fc.constant({ dealId: 'deal_1' })),
    kind('ping', fc.constant({})),
  )
}

/** Generates up to `maxLength` valid events of one workspace from two sources, without conflicts. */
export function sentEvents({
  orgId,
  maxLength,
}: {
  orgId: string
  maxLength: number
}): fc.Arbitrary<SentEvent[]> {
  const one = fc
    .record({
      source: fc.nat(1),
      number: fc.nat(maxLength),
      occurredAt: moments,
      happening: happenings(orgId),
    })
    .map(({ source, number, occurredAt, happening }) => ({
      source,
      event: { id: `evt_${number}`, occurredAt, orgId, ...happening },
    }))
  return fc.uniqueArray(one, {
    minLength: 1,
    maxLength,
    selector: ({ source, event }) => `${source} ${event.id}`,
  })
}
