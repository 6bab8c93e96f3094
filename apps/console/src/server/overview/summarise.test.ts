import { expect, test } from 'vitest'
import type { Facts } from './facts.ts'
import { summarise } from './summarise.ts'

const ledger = { accepted: 3, applied: 3, duplicate: 0, conflict: 0, ignored: 0, dead: 0, queued: 0 }
const alerts = {
  matched: 0,
  sent: 0,
  digested: 0,
  pending: 0,
  suppressed: 0,
  failed: 0,
  expired: 0,
  unknown: 0,
}
const source = {
  ...{ sourceId: 'src_1', orgId: 'org_one', name: 'CRM', scheme: 'service-v1', settings: {}, enabled: true },
  ...{ toleranceSeconds: 300, ratePerMinute: null, createdAt: new Date(0), lastDeliveryAt: new Date(0) },
}
const channel = {
  ...{
    channelId: 'chn_1',
    orgId: 'org_one',
    kind: 'slack',
    name: 'Sales',
    settings: {},
    createdAt: new Date(0),
  },
  ...{ state: 'active' as const, reason: null, pausedUntil: null },
}
const quiet: Facts = {
  ...{ orgId: 'org_one', nowMs: 0, channels: [channel], sources: [source], warehouses: [], processes: [] },
  ledger: { '1h': ledger, '24h': ledger, '7d': ledger },
  alerts: { '1h': alerts, '24h': alerts, '7d': alerts },
  trouble: { dead: [], overdueSeconds: 0, queued: 0, refused: [], unsent: [], ending: [] },
}

test('says that all is well only where something was received', () => {
  expect(summarise(quiet)).toEqual({ sentence: 'Nothing is lost, late or broken.', findings: [] })
  const unused = {
    ...quiet,
    sources: [],
    ledger: { ...quiet.ledger, '7d': { ...ledger, accepted: 0, applied: 0 } },
  }
  expect(summarise(unused).sentence).toBe('Nothing was received yet.')
})

test('names the source of dead letters, the channel that is disabled and how long deliveries wait', () => {
  const { sentence, findings } = summarise({
    ...quiet,
    channels: [{ ...channel, state: 'disabled', reason: 'invalid_auth' }],
    trouble: { ...quiet.trouble, dead: [{ sourceId: 'src_1', count: 2 }], overdueSeconds: 90, queued: 4 },
  })
  expect(sentence).toBe('Nothing is lost. 3 things need you: 1 is late, 2 are broken.')
  expect(findings.map(({ kind, summary }) => [kind, summary])).toEqual([
    ['dead_letters', '2 deliveries from CRM could not be applied.'],
    ['late_deliveries', '4 deliveries wait; the first has been due for 2 min.'],
    ['channel_disabled', 'The channel Sales is disabled (invalid auth). Its alerts are held back.'],
  ])
})

test('says first that the ledger does not add up', () => {
  const { sentence, findings } = summarise({
    ...quiet,
    ledger: { ...quiet.ledger, '1h': { ...ledger, accepted: 4 } },
    trouble: { ...quiet.trouble, dead: [{ sourceId: 'src_1', count: 1 }] },
  })
  expect(sentence).toBe('The ledger does not add up: something may be lost.')
  expect(findings[0]?.kind).toBe('ledger_mismatch')
})

test('names at most seven findings, and counts all of them', () => {
  const dead = Array.from({ length: 9 }, (_, index) => ({ sourceId: `src_${index}`, count: 1 }))
  const { sentence, findings } = summarise({ ...quiet, trouble: { ...quiet.trouble, dead } })
  expect(findings).toHaveLength(7)
  expect(sentence).toBe('Nothing is lost. 9 things need you: 9 are broken.')
})

test('names a process that gave no sign of life for 15 s, and no other', () => {
  const seen = (name: string, silentSeconds: number) => ({
    ...{ processId: `prc_${name}${silentSeconds}`, name, version: '0.1.0', host: 'one', pid: 1 },
    ...{ startedAt: new Date(0), seenAt: new Date(0), silentSeconds },
  })
  expect(summarise({ ...quiet, processes: [seen('worker', 3_600), seen('worker', 4)] }).findings).toEqual([])
  const { findings } = summarise({
    ...quiet,
    processes: [seen('worker', 16), seen('intake', 5), seen('api', 99)],
  })
  expect(findings).toMatchObject([{ kind: 'process_not_seen', harm: 'late', link: '/installation' }])
  expect(findings[0]?.summary).toContain('No worker was seen')
})
