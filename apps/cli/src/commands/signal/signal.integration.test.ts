import { createWorkspace } from '@signalpost/database/access'
import { writeEvents } from '@signalpost/database/records'
import type { Signal } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { afterAll, expect } from 'vitest'
import { callForJson } from '../../test-support/call-cli.ts'
import { type CliStore, openCliStore } from '../../test-support/open-cli-store.ts'

const orgId = 'org_one'
const at = new Date(Date.now() - 60_000).toISOString()
let store: CliStore

test.beforeAll(async ({ testDatabase }) => {
  store = openCliStore(testDatabase.url)
  for (const id of [orgId, 'org_two']) {
    const workspace = {
      orgId: id,
      name: id,
      plan: 'standard',
      accountIntelligence: true,
      analysisAllowance: 1,
    }
    await createWorkspace(store.database, workspace)
  }
  await happens(signal('first', { relevanceScore: 90, urgency: 'high' }))
  await happens(signal('second', { relevanceScore: 50, title: 'A \u001b[31mred title' }))
  await happens(signal('old', { firstSeenAt: '2026-01-01T00:00:00.000Z' }))
})

afterAll(() => store.close())

test('signal list shows signals of 30 days by score, as the API does', async () => {
  const { items } = await list()
  expect(items.map(({ id }) => id)).toEqual(['first', 'second'])
  expect(items[0]).toEqual({ ...signal('first', { relevanceScore: 90, urgency: 'high' }) })
  expect(await list('--posted-after', '2025-12-31')).toMatchObject({ items: { length: 3 } })
  expect(await idsOf('--posted-after', '2025-12-31', '--posted-before', '2026-02-01')).toEqual(['old'])
  expect(await idsOf('--posted-after', '2025-12-31', '--posted-before', '1h')).toEqual(['old'])
})

test.each([
  ['--urgency', 'high', ['first']],
  ['--min-score', '51', ['first']],
  ['--source', 'linkedin', []],
  ['--listener-id', 'lsn_1', ['first', 'second']],
  ['--account-key', 'd:first.example', ['first']],
  ['--classification', 'noise', []],
  ['--signal-category', 'growth', []],
  ['--score-version', '1', ['first', 'second']],
  ['--assigned-to', 'none', ['first', 'second']],
  ['--read', 'true', []],
  ['--alerted', 'false', ['first', 'second']],
  ['--verdict', 'none', ['first', 'second']],
])('signal list filters by %s', async (option, value, ids) => {
  expect(await idsOf(option, value)).toEqual(ids)
})

test('signal list continues with a cursor, also where its window is relative', async () => {
  const { nextCursor } = await list('--limit', '1', '--posted-after', '1h')
  expect(await list('--limit', '1', '--posted-after', '1h', '--cursor', nextCursor ?? '')).toEqual({
    items: [expect.objectContaining({ id: 'second' })],
  })
  const other = await cli(['signal', 'list', '--urgency', 'high', '--cursor', nextCursor ?? '', ...json])
  expect([other.exitCode, other.stdout]).toEqual([2, ''])
})

test.each([
  ['list', '--urgency', 'soon'],
  ['list', '--read', 'yes'],
  ['list', '--min-score', '101'],
  ['list', '--posted-after', 'yesterday'],
  ['verdict', 'first', 'great'],
  ['assign', 'first'],
  ['assign', 'first', '--to', 'no one'],
])('signal %s %s refuses what it does not know', async (...args) => {
  const { exitCode, stdout, stderr } = await cli(['signal', ...args, ...json])
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
})

test('signal show prints the signal of the API', async () => {
  expect(await shown('show', 'second')).toEqual(
    signal('second', { relevanceScore: 50, title: 'A \u001b[31mred title' }),
  )
  const { stdout } = await cli(['signal', 'show', 'second', '--workspace', orgId])
  expect(stdout).toContain('red title')
  expect(stdout).not.toContain('\u001b')
})

test('signal assign, verdict and read change the signal and print it', async () => {
  expect((await shown('assign', 'first', '--to', 'usr_ada')).assignedTo).toMatchObject({ userId: 'usr_ada' })
  expect((await shown('verdict', 'first', 'bad')).feedback).toMatchObject({ verdict: 'bad' })
  const { readAt } = await shown('read', 'first')
  expect((await shown('read', 'first')).readAt).toBe(readAt)
  expect(await idsOf('--assigned-to', 'usr_ada', '--verdict', 'bad', '--read', 'true')).toEqual(['first'])
  expect(await shown('assign', 'first', '--to', 'none')).not.toHaveProperty('assignedTo')
  expect(await shown('verdict', 'first', 'none')).not.toHaveProperty('feedback')
})

test.each(['show', 'read', 'assign', 'verdict'])(
  'signal %s refuses a signal that is missing or of another workspace',
  async (verb) => {
    const rest = { assign: ['--to', 'usr_ada'], verdict: ['good'] }[verb] ?? []
    for (const [id, workspace] of [['missing', orgId] as const, ['first', 'org_two'] as const]) {
      const { exitCode, stdout } = await cli([
        'signal',
        verb,
        id,
        ...rest,
        '--workspace',
        workspace,
        '--json',
      ])
      expect(exitCode).toBe(1)
      expect(JSON.parse(stdout)).toEqual({ message: 'There is no such signal.', code: 'not_found' })
    }
  },
)

const json = ['--workspace', orgId, '--json']
const cli = (args: string[]) => store.call(args)

function list(...options: string[]): Promise<{ items: Signal[]; nextCursor?: string }> {
  return callForJson(cli, ['signal', 'list', '--workspace', orgId, ...options])
}

async function idsOf(...options: string[]): Promise<string[]> {
  return (await list(...options)).items.map(({ id }) => id)
}

function shown(verb: string, ...args: string[]): Promise<Signal> {
  return callForJson(cli, ['signal', verb, ...args, '--workspace', orgId])
}

async function happens(stored: Signal): Promise<void> {
  const event = {
    orgId,
    idPrefix: 'svc_' as const,
    type: 'signal.created',
    dataAt: () => ({ signal: stored }),
  }
  await store.database
    .transaction()
    .execute((transaction) => writeEvents(transaction, [event], { nowMs: Date.now() }))
}

function signal(id: string, others: Partial<Signal>): Signal {
  const firstSeenAt = others.firstSeenAt ?? at
  return {
    ...{ id, orgId, listenerId: 'lsn_1', source: 'reddit', url: 'https://example.com/' },
    ...{ title: `Title of ${id}`, excerpt: 'Text', relevanceScore: 50, classification: 'relevant' },
    ...{ rationale: 'because', matchedKeywords: [], accountKey: `d:${id}.example` },
    ...others,
    firstSeenAt,
    postedAt: firstSeenAt,
  }
}
