import { createHash } from 'node:crypto'
import { storeDeliveries } from '@signalpost/database/ledger'
import { mergeContributions } from '@signalpost/database/records'
import { readEvent } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { afterAll, beforeEach, describe, expect } from 'vitest'
import { callForJson, cliWith } from '../../test-support/call-cli.ts'
import { type CliStore, openCliStore } from '../../test-support/open-cli-store.ts'

type Item = { deliveryId: string; status: string; attempts: number }
type Page = { items: Item[]; nextCursor?: string }

const orgId = 'org_acme'
const dayMs = 24 * 60 * 60 * 1000
let store: CliStore
let sourceId: string

test.beforeAll(async ({ testDatabase }) => {
  store = openCliStore(testDatabase.url)
  await json(['workspace', 'create', '--id', orgId, '--name', 'Acme'])
})

afterAll(() => store.close())

// Each test has its own source, and so its own deliveries.
beforeEach(async () => {
  await store.pool.query('truncate deliveries, requests')
  const source = await json<{ sourceId: string }>(['source', 'create', '--name', 'Feed'])
  sourceId = source.sourceId
})

const json = <Document>(args: string[]) => callForJson<Document>(store.call, args)
/** For tests that must run without a terminal. */
const asProcess = () => cliWith(store.environment)

describe('delivery list', () => {
  test('pages through deliveries, newest first', async () => {
    const ids = [...(await deliver(['a', 'b', 'c'])), ...(await deliver(['d']))]
    const first = await json<Page>(['delivery', 'list', '--limit', '3'])
    expect(first.items[0]).toEqual({
      deliveryId: ids[3],
      sourceId,
      eventId: 'd',
      type: 'signal.read',
      status: 'queued',
      receivedAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      attempts: 0,
    })
    const second = await json<Page>(['delivery', 'list', '--limit', '3', '--cursor', first.nextCursor ?? ''])
    expect([...first.items, ...second.items].map((item) => item.deliveryId)).toEqual(ids.toReversed())
    expect(second).not.toHaveProperty('nextCursor')
  })

  test('reads a relative time as one in the past', async () => {
    await deliver(['old'], Date.now() - dayMs)
    const [fresh] = await deliver(['fresh'])
    const { items } = await json<Page>(['delivery', 'list', '--since', '2h', '--source', sourceId])
    expect(items.map((item) => item.deliveryId)).toEqual([fresh])
  })
})

describe('delivery show', () => {
  test('shows the outcome of a delivery, and with --body the bytes of its request', async () => {
    const [, second = ''] = await deliver(['a', 'b'])
    await settle(second, 'dead')
    const { bodyBase64, ...shown } = await json<{ bodyBase64: string }>([
      'delivery',
      'show',
      second,
      '--body',
    ])
    expect(shown).toMatchObject({
      deliveryId: second,
      status: 'dead',
      attempts: 1,
      error: 'why',
      issues: [{ path: 'data', message: 'expected more' }],
      appliedAt: null,
      index: 1,
      sha256: createHash('sha256')
        .update(bodyOf(['a', 'b']))
        .digest('hex'),
    })
    expect(Buffer.from(bodyBase64, 'base64').toString()).toBe(bodyOf(['a', 'b']))
    expect(await json(['delivery', 'show', second])).not.toHaveProperty('bodyBase64')
  })

  test('shows when a delivery was applied', async () => {
    const [applied = ''] = await deliver(['a'])
    await settle(applied, 'applied')
    expect(await json(['delivery', 'show', applied])).toMatchObject({
      appliedAt: expect.any(String),
      error: 'why',
    })
  })
})

describe('delivery replay', () => {
  test('queues dead, ignored and applied deliveries again, by their ids', async () => {
    const ids = await deliverInEveryStatus()
    expect(await json(['delivery', 'replay', ...ids])).toEqual({ matched: 3, replayed: 3 })
    expect(await statuses()).toEqual({ queued: 4, duplicate: 1, conflict: 1 })
  })

  test.each([
    ['replay', ['dead', 'ignored', 'applied']],
    ['discard', ['dead', 'queued']],
  ])('%s takes what it can, and previews no more', async (act, taken) => {
    const ids = await deliverInEveryStatus()
    const before = [await statuses(), await json(['job', 'list', '--limit', '1'])]
    for (const [index, status] of inEveryStatus.entries()) {
      const isTaken = taken.includes(status)
      const matched = isTaken ? 1 : 0
      const filter = ['delivery', act, '--status', status, '--workspace', orgId]
      expect(await json([...filter, '--dry-run'])).toEqual({
        matched,
        replayed: 0,
        ...(act === 'discard' && { discarded: 0 }),
      })
      if (isTaken) continue
      expect(await json([...filter, '--yes'])).toMatchObject({ matched: 0 })
      for (const more of [['--dry-run'], ['--yes']].slice(0, act === 'discard' ? 2 : 1)) {
        const { exitCode, stdout } = await store.call(['delivery', act, ids[index] ?? '', ...more, '--json'])
        expect({ exitCode, ...JSON.parse(stdout) }).toMatchObject({
          ...{ exitCode: 1, code: 'conflict' },
          message: expect.stringMatching(
            `^This delivery is ${status}. Only (dead|.* or .*) deliveries can be ${act}`,
          ),
        })
      }
    }
    expect(await json(['delivery', act, ...ids, '--dry-run'])).toMatchObject({ matched: taken.length })
    expect([await statuses(), await json(['job', 'list', '--limit', '1'])]).toEqual(before)
  })

  test('queues deliveries that match a filter; a dry run only counts them', async () => {
    const ids = await deliver(Array.from({ length: 1100 }, (_, index) => `e${index}`))
    await settle(ids, 'dead')
    const filter = ['delivery', 'replay', '--workspace', orgId, '--status', 'dead', '--type', 'signal.read']
    expect(await json([...filter, '--dry-run'])).toEqual({ matched: 1100, replayed: 0 })
    expect(await statuses()).toEqual({ dead: 1100 })
    const { stdout, stderr } = await asProcess()([...filter, '--since', '1h', '--json'])
    expect(JSON.parse(stdout)).toEqual({ matched: 1100, replayed: 1100 })
    expect(stderr).toMatch(
      /^(Replaying \d+\/1100(, \d+\/s)?\n)*Replaying 1100\/1100(, \d+\/s)?\nReplaying: 1100 of 1100 done\n$/,
    )
    expect(await statuses()).toEqual({ queued: 1100 })
  })

  test('replays the deliveries of one source, and refuses an unknown source', async () => {
    await settle(await deliver(['mine']), 'dead')
    const other = await json<{ sourceId: string }>(['source', 'create', '--name', 'Other'])
    const replaying = ['delivery', 'replay', '--status', 'dead', '--source']
    expect(await json([...replaying, other.sourceId])).toEqual({ matched: 0, replayed: 0 })
    expect(await json([...replaying, sourceId])).toEqual({ matched: 1, replayed: 1 })
    const { exitCode, stdout } = await store.call([...replaying, 'src_unknown', '--json'])
    expect({ exitCode, ...JSON.parse(stdout) }).toMatchObject({ exitCode: 1, code: 'not_found' })
  })

  test('changes nothing if an id is unknown', async () => {
    const [dead = ''] = await deliver(['b'])
    await settle(dead, 'dead')
    const { exitCode, stdout } = await store.call(['delivery', 'replay', dead, 'dlv_none', '--json'])
    expect({ exitCode, ...JSON.parse(stdout) }).toMatchObject({ exitCode: 1, code: 'not_found' })
    expect(await statuses()).toEqual({ dead: 1 })
  })
})

describe('jobs', () => {
  test('are listed, shown and stopped after --detach, and appear in the audit log', async () => {
    await settle(await deliver(['a', 'b']), 'dead')
    const replaying = ['delivery', 'replay', '--status', 'dead', '--workspace', orgId, '--detach']
    const { jobId } = (await json(replaying)) as { jobId: string }
    const waiting = { jobId, act: 'delivery.replay', state: 'waiting', total: 2, done: 0, changed: 0 }
    expect(await json(['job', 'list', '--limit', '1'])).toMatchObject({ items: [waiting] })
    const stopped = { ...waiting, state: 'stopped', endedAt: expect.any(String) }
    expect(await json(['job', 'stop', jobId])).toMatchObject(stopped)
    expect(await json(['job', 'show', jobId])).toMatchObject(stopped)
    expect(await json(['audit', 'list', '--limit', '2'])).toMatchObject({
      items: [
        { act: 'job.stop', target: { type: 'job', id: jobId }, actor: { kind: 'cli' } },
        { act: 'delivery.replay', target: { type: 'job', id: jobId }, actor: { kind: 'cli' } },
      ],
      nextCursor: expect.any(String),
    })
    expect(await statuses()).toEqual({ dead: 2 })
  })

  test('that do not exist are refused', async () => {
    expect(await asProcess()(['job', 'show', 'job_none'])).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: 'error: There is no such job.\n',
    })
  })
})

describe('delivery discard', () => {
  test('asks first, and does nothing without a terminal or --yes', async () => {
    const [dead = ''] = await deliver(['a'])
    await settle(dead, 'dead')
    for (const args of [[dead], ['--status', 'dead']]) {
      const { exitCode, stdout, stderr } = await asProcess()(['delivery', 'discard', ...args, '--json'])
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
      expect(stderr).toMatch(/^error: .*--yes\n$/)
    }
    expect(await statuses()).toEqual({ dead: 1 })
    expect(await json(['delivery', 'discard', dead, '--yes'])).toEqual({
      matched: 1,
      replayed: 0,
      discarded: 1,
    })
    expect(await json(['delivery', 'replay', dead])).toEqual({ matched: 1, replayed: 1 })
    const queued = ['delivery', 'discard', '--status', 'queued', '--yes']
    expect(await json(queued)).toEqual({ matched: 1, replayed: 0, discarded: 1 })
    expect(await json(['delivery', 'show', dead])).toMatchObject({
      status: 'ignored',
      error: 'discarded by an operator',
    })
  })
})

describe('erase signal', () => {
  test('deletes the signal and blanks its events in the ledger', async () => {
    const [mine = '', theirs = ''] = [
      ...(await deliver(['a'])),
      ...(await deliver(['b'], Date.now(), 'sig_other')),
    ]
    await settle([mine, theirs], 'applied')
    await read('sig_1')
    const erasing = ['erase', 'signal', 'sig_1', '--workspace', orgId]
    expect((await asProcess()(erasing)).exitCode).toBe(2)
    expect(await json([...erasing, '--yes'])).toEqual({
      orgId,
      signalId: 'sig_1',
      deletedAt: expect.any(String),
      requests: 1,
      events: 1,
    })
    expect(await body(mine)).toBe('[null]')
    expect(await body(theirs)).toBe(bodyOf(['b'], 'sig_other'))
    const { rows } = await store.pool.query(`select read_at from signal_registers where signal_id = 'sig_1'`)
    expect(rows).toEqual([{ read_at: null }])
    expect(await json(['delivery', 'show', mine])).toMatchObject({ status: 'applied', type: 'signal.read' })
  })

  test('writes a tombstone for a signal that only the ledger knows, and refuses an unknown one', async () => {
    await deliver(['a'], Date.now(), 'sig_queued')
    expect(await json(['erase', 'signal', 'sig_queued', '--yes'])).toMatchObject({ events: 1 })
    const { rowCount } = await store.pool.query(`select from signals where signal_id = 'sig_queued'`)
    expect(rowCount).toBe(1)
    const { exitCode, stdout } = await store.call(['erase', 'signal', 'sig_none', '--yes', '--json'])
    expect({ exitCode, ...JSON.parse(stdout) }).toMatchObject({ exitCode: 1, code: 'not_found' })
  })
})

function bodyOf(eventIds: string[], signalId = 'sig_1'): string {
  return JSON.stringify(eventIds.map((id) => ({ id, type: 'signal.read', data: { signalId } })))
}

async function deliver(eventIds: string[], atMs = Date.now(), signalId = 'sig_1'): Promise<string[]> {
  const request = {
    sourceId,
    orgId,
    receivedAtMs: atMs,
    traceId: 'trace',
    signatureHeaders: {},
    body: Buffer.from(bodyOf(eventIds, signalId)),
    events: eventIds.map((eventId) => ({ eventId, type: 'signal.read' })),
  }
  const { deliveryIds } = await storeDeliveries(store.pool, [request], { nowMs: atMs, dueAfterMs: 60_000 })
  return deliveryIds.flat()
}

const inEveryStatus = ['queued', 'applied', 'duplicate', 'conflict', 'ignored', 'dead']

async function deliverInEveryStatus(): Promise<string[]> {
  const ids = await deliver(inEveryStatus)
  for (const [index, status] of inEveryStatus.entries())
    if (status !== 'queued') await settle(ids[index] ?? '', status)
  return ids
}

async function settle(ids: string | string[], status: string): Promise<void> {
  await store.pool.query(
    `update deliveries set status = $2, attempts = 1, settled_at = now(), error = 'why',
            issues = '[{"path":"data","message":"expected more"}]'
     where delivery_id = any($1)`,
    [[ids].flat(), status],
  )
}

async function statuses(): Promise<{ [status: string]: number }> {
  const { rows } = await store.pool.query<{ status: string; count: number }>(
    'select status, count(*)::integer as count from deliveries group by status',
  )
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

async function body(deliveryId: string): Promise<string> {
  const { bodyBase64 } = await json<{ bodyBase64: string }>(['delivery', 'show', deliveryId, '--body'])
  return Buffer.from(bodyBase64, 'base64').toString()
}

async function read(signalId: string): Promise<void> {
  const occurredAt = '2026-11-20T09:00:00.000Z'
  const event = {
    id: 'evt_1',
    type: 'signal.read',
    occurredAt,
    orgId,
    data: { signalId, readAt: occurredAt },
  }
  const reading = readEvent(event, { orgId, sourceId, receivedAtMs: Date.now() })
  if (reading.verdict !== 'valid') throw new Error('The event of the test is not valid.')
  const contributions = reading.contributions.map((contribution) => ({ ...contribution, orgId }))
  await store.database
    .transaction()
    .execute((transaction) => mergeContributions(transaction, contributions, { nowMs: Date.now() }))
}
