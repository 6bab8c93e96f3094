import type { SeenProcess } from '@signalpost/database'
import type { FirstSteps } from '@signalpost/database/overview'
import { expect, test } from 'vitest'
import { describeSteps } from './describe-steps.ts'

const at = new Date('2026-11-20T09:00:00.000Z')
const doneAt = at.toISOString()
const nothing: FirstSteps = {
  ...{ source: null, delivery: null, newest: null, signal: null, channel: null, warehouse: null },
}
const everything: FirstSteps = {
  source: { sourceId: 'src_1', name: 'CRM', at },
  delivery: { deliveryId: 'dlv_1', at },
  newest: null,
  signal: { signalId: 'sig_1', title: 'A signal', at },
  channel: { channelId: 'chn_1', name: 'Sales', state: 'degraded', reason: 'http_500', at },
  warehouse: { warehouseId: 'whs_1', name: 'Lake', lastError: 'gone', at },
}
const rejection = {
  ...{ at, reason: 'mismatch', bytes: 1, address: '::1', finding: 'secret_form', detail: 'quotes' },
  ...{ explanation: 'Signed with quotes', advice: 'Leave the quotes out.', sourceId: 'src_1' },
}

function process(name: string, silentSeconds: number): SeenProcess {
  const seen = { startedAt: at, seenAt: at, silentSeconds }
  return { processId: `prc_${name}`, name, version: '0.1.0', host: 'h', pid: 1, connections: null, ...seen }
}

type Given = {
  first?: Partial<FirstSteps>
  rejection?: typeof rejection
  processes?: SeenProcess[]
}

function steps({ first = {}, processes = [], rejection: refused }: Given = {}) {
  return describeSteps({
    ...{ orgId: 'org_one', first: { ...nothing, ...first }, rejection: refused, processes },
  })
}

function troubles(given: Given): (string | undefined)[] {
  return steps(given).map(({ trouble }) => trouble?.summary)
}

test('nothing is done in an empty workspace, and nothing is wrong', () => {
  const open = { doneAt: null, recordId: null, name: null, trouble: null }
  expect(steps()).toEqual(
    ['source', 'event', 'signal', 'alert', 'warehouse'].map((step) => ({ step, ...open })),
  )
})

test('what is done has its moment, and no trouble of later days', () => {
  const done = { doneAt, trouble: null }
  expect(steps({ first: everything, rejection, processes: [process('worker', 99)] })).toEqual([
    { step: 'source', recordId: 'src_1', name: 'CRM', ...done },
    { step: 'event', recordId: 'dlv_1', name: null, ...done },
    { step: 'signal', recordId: 'sig_1', name: 'A signal', ...done },
    { step: 'alert', recordId: 'chn_1', name: 'Sales', ...done },
    { step: 'warehouse', recordId: 'whs_1', name: 'Lake', ...done },
  ])
})

test('a refused first event leads to its diagnosis, until one is accepted', () => {
  const { source, delivery } = everything
  expect(steps({ first: { source }, rejection })[1]).toMatchObject({
    doneAt: null,
    trouble: {
      summary: 'A request was refused: Signed with quotes.',
      remedy: 'Leave the quotes out.',
      link: '/w/org_one/rejections?source=src_1',
    },
  })
  expect(steps({ first: { source, delivery }, rejection })[1]).toMatchObject({ doneAt, trouble: null })
})

test('an intake or a worker that gives no sign of life is named where it is needed', () => {
  const { source, delivery } = everything
  const newest = { deliveryId: 'dlv_1', type: 'signal.created', status: 'queued' as const, error: null }
  const processes = [process('intake', 99), process('worker', 99)]
  expect(troubles({ first: { source }, processes })[1]).toBe('No intake is running. Nothing can be received.')
  expect(troubles({ first: { source, delivery, newest }, processes }).slice(1, 3)).toEqual([
    undefined,
    'No worker is running. Accepted deliveries wait; nothing is lost.',
  ])
  const running = [...processes, process('intake', 1), process('worker', 1)]
  expect(troubles({ first: { source, delivery, newest }, processes: running })).toEqual(
    Array(5).fill(undefined),
  )
})

test.each([
  ['dead', 'signal.created', 'The event could not be applied: its page says why.'],
  ['ignored', 'ping', 'The newest event was accepted but holds no signal: its type is ping.'],
  ['applied', null, 'The newest event was accepted but holds no signal: its type is not known.'],
] as const)('an event that is %s and leaves no signal says why', (status, type, summary) => {
  const newest = { deliveryId: 'dlv_2', type, status, error: null }
  expect(steps({ first: { newest } })[2]?.trouble).toMatchObject({
    summary,
    link: '/w/org_one/deliveries/dlv_2',
  })
})

test('a channel that reached no one and a warehouse that never synced name their reasons', () => {
  const channel = { channelId: 'chn_1', name: 'Sales', state: 'degraded', reason: 'http_500', at: null }
  const warehouse = { warehouseId: 'whs_1', name: 'Lake', lastError: 'the disk is full', at: null }
  expect(troubles({ first: { channel, warehouse } }).slice(3)).toEqual([
    'The channel is degraded (http 500). Its receiver has accepted nothing yet.',
    'The first sync failed: the disk is full.',
  ])
  const fresh = { channel: { ...channel, state: 'active' }, warehouse: { ...warehouse, lastError: null } }
  expect(troubles({ first: fresh }).slice(3)).toEqual([undefined, undefined])
})

test('a channel that a person disabled is no trouble', () => {
  const channel = {
    channelId: 'chn_1',
    name: 'Sales',
    state: 'disabled',
    reason: 'disabled by an operator',
    at: null,
  }
  expect(troubles({ first: { channel } })).not.toContainEqual(expect.any(String))
  const refused = { ...channel, reason: 'invalid_auth' }
  expect(troubles({ first: { channel: refused } })).toContainEqual(expect.stringMatching('invalid auth'))
})
