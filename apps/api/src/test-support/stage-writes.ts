import { createSecretBox } from '@signalpost/database'
import { createChannel } from '@signalpost/database/rules'
import { scopes } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { afterAll, beforeEach, expect } from 'vitest'
import type { Answer } from './check-answer.ts'
import { sendBody } from './send-body.ts'
import { startTestApi, type TestApi } from './start-test-api.ts'

export const minuteMs = 60_000

/** Of an event that the API wrote. */
export const keyOfApi = { eventId: expect.stringMatching(/^api_/), sourceId: '' }

export type WritesStage = {
  api: TestApi
  /** A key of our workspace. */
  key: string
  /** A key of another workspace. */
  theirKey: string
  /** What the API takes for the present. Each test begins a minute after the one before. */
  nowMs: number
  patch: (path: string, body: unknown, key?: string) => Promise<Answer>
  /** Returns a new id, so that each test has its own record. */
  newId: () => string
  changesOf: (recordId: string) => Promise<unknown[]>
  stateOf: (table: 'signal_registers' | 'deals', id: string) => Promise<unknown>
}

/**
 * Sets the scene for the tests of a file: an API, two workspaces, a signal and a deal that are theirs, and a signal and a
 * deal that were deleted. Its members are there once the tests run.
 */
export function stageWrites(): WritesStage {
  const stage = {
    nowMs: Date.parse('2026-11-20T09:00:00.000Z'),
    ...{ patch, newId, changesOf, stateOf },
  } as WritesStage // the rest follows below
  let ids = 0

  test.beforeAll(async ({ testDatabase }) => {
    const api = await startTestApi({ databaseUrl: testDatabase.url, nowMs: () => stage.nowMs })
    stage.api = api
    stage.key = await api.createKey({ scopes })
    stage.theirKey = await api.createKey({ scopes, orgId: 'org_two' })
    const channel = { orgId: 'org_one', kind: 'webhook', name: 'CRM', settings: {}, secrets: {} }
    await createChannel(api.database, createSecretBox(Buffer.alloc(32, 1)), channel)
    await api.storeSignal({ id: 'theirs', orgId: 'org_two' })
    await api.apply('deal.created', { deal: { id: 'theirs', name: 'Theirs', stage: 'new' } }, 'org_two')
    await api.storeSignal({ id: 'deleted' })
    await api.apply('signal.deleted', { signalId: 'deleted' })
    await api.apply('deal.created', { deal: { id: 'deleted', name: 'Deleted', stage: 'new' } })
    await api.apply('deal.deleted', { dealId: 'deleted' })
  })

  afterAll(() => stage.api.stop())

  beforeEach(() => {
    stage.nowMs += minuteMs
  })

  function patch(path: string, body: unknown, key = stage.key): Promise<Answer> {
    return sendBody('PATCH', `${stage.api.url}${path}`, { key, body })
  }

  function newId(): string {
    ids += 1
    return `rec_${ids}`
  }

  /** The pending changes of a record. No worker runs here that would evaluate them. */
  async function changesOf(recordId: string): Promise<unknown[]> {
    return stage.api.database
      .selectFrom('pending_changes')
      .select(['record', 'change'])
      .where('org_id', '=', 'org_one')
      .where('record_id', '=', recordId)
      .orderBy('pending_change_id')
      .execute()
  }

  async function stateOf(table: 'signal_registers' | 'deals', id: string): Promise<unknown> {
    const [row] = await stage.api.database
      .selectFrom(table)
      .select('state')
      .where(table === 'deals' ? 'deal_id' : 'signal_id', '=', id)
      .execute()
    return row?.state
  }

  return stage
}
