import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Envelope, type Note, readEvent, type WarehouseTable, warehouseTables } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { parse } from 'csv-parse/sync'
import type { Pool } from 'pg'
import { afterAll, expect } from 'vitest'
import { createDatabase, type Database } from '../../database.ts'
import { stepKeyOf } from '../../dispatches/escalations/step-key.ts'
import { findDecided, insertDispatches, type NewDispatch } from '../../dispatches/write-dispatches.ts'
import { createCollection } from '../../records/collections/collections.ts'
import { saveSignal } from '../../records/collections/saved-signals.ts'
import { mergeContributions } from '../../records/merge/merge-contributions.ts'
import { createNote } from '../../records/notes.ts'
import { captureEvents } from '../ledger-events/capture-events.ts'
import type { PersonalData } from '../project-records.ts'
import { type Spooled, type Stretch, spoolChanges } from '../spool-changes.ts'
import type { Row } from './expected-rows.ts'
import { receive } from './receive.ts'
import { joinTwo, sendOnce } from './send-and-join.ts'

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
export const moment = '2026-11-20T09:00:00.000Z'
export const lastPosition = 1_000_000_000n

export type SpoolStage = {
  database: Database
  /** A pool of one connection. */
  pool: Pool
  /** Where files may be written. */
  directory: string
  file: string
  freshOrgId: () => string
  apply: (event: Envelope, from: { orgId: string; sourceId?: string }) => Promise<void>
  note: (orgId: string, target: Note['target'], body: string) => Promise<Note>
  /** Makes a list with a description, and saves a signal in it. Returns the list's id. */
  save: (orgId: string, signalId: string) => Promise<string>
  /** Decides on two alerts for a signal: one of a rule, and one of an escalation. Sends that of the rule. */
  decide: (orgId: string, signalId: string) => Promise<void>
  /** Adds a person who stays and one who leaves. */
  addPeople: (orgId: string) => Promise<[stays: string, leaves: string]>
  /** Receives two events in one request, and copies them for warehouses. */
  receiveTwo: (orgId: string) => Promise<void>
  /** Spools the changes of a table. Returns the text of the file and its rows. */
  spool: (
    orgId: string,
    table: string,
    options?: Partial<Stretch> & Partial<PersonalData>,
  ) => Promise<{ rows: Row[]; text: string; spooled: Spooled }>
}

/** Sets the scene for the tests of a file: a database, and a file to spool to. Its members are there once the tests run. */
export function stageSpool(): SpoolStage {
  const stage = { freshOrgId, apply, note, save, decide, addPeople, receiveTwo, spool } as SpoolStage // the rest follows below
  let workspaces = 0
  let lists = 0

  test.beforeAll(async ({ testDatabase }) => {
    stage.directory = await mkdtemp(join(tmpdir(), 'signalpost-spool-'))
    stage.file = join(stage.directory, 'changes.csv')
    Object.assign(
      stage,
      createDatabase({
        url: testDatabase.url,
        applicationName: 'spool test',
        maxConnections: 1,
        connectTimeoutMs: 1_000,
        onConnectionError: () => undefined,
      }),
    )
  })

  afterAll(async () => {
    await stage.database.destroy()
    await rm(stage.directory, { recursive: true })
  })

  function freshOrgId(): string {
    workspaces += 1
    return `org_${workspaces}`
  }

  async function apply(
    event: Envelope,
    { orgId, sourceId = 'src_1' }: { orgId: string; sourceId?: string },
  ): Promise<void> {
    const verdict = readEvent(event, { orgId, sourceId, receivedAtMs: nowMs })
    if (verdict.verdict !== 'valid') throw new Error(`Not a valid event: ${JSON.stringify(verdict)}`)
    const contributions = verdict.contributions.map((contribution) => ({ ...contribution, orgId }))
    await stage.database
      .transaction()
      .execute((transaction) => mergeContributions(transaction, contributions, { nowMs }))
  }

  async function note(orgId: string, target: Note['target'], body: string): Promise<Note> {
    const made = await stage.database
      .transaction()
      .execute((transaction) => createNote(transaction, { orgId, target, body, createdBy: 'usr_1', nowMs }))
    return made ?? expect.unreachable('the target is there')
  }

  async function save(orgId: string, signalId: string): Promise<string> {
    lists += 1
    const list = { orgId, name: `List ${lists}`, description: 'For the spring', nowMs: nowMs + lists }
    return stage.database.transaction().execute(async (transaction) => {
      const { id: collectionId } = await createCollection(transaction, list)
      await saveSignal(transaction, { orgId, collectionId, signalId, nowMs: nowMs + lists })
      return collectionId
    })
  }

  async function decide(orgId: string, signalId: string): Promise<void> {
    const alert = { channelId: 'chn_1', signalId, isInstant: true }
    const step = { escalationId: 'esc_1', round: 1, step: 2 }
    const decided = await stage.database.transaction().execute(async (transaction) => {
      const keys = ['rul_1', stepKeyOf(step)].map((ruleId) => ({ ...alert, ruleId }))
      const known = await findDecided(transaction, orgId, keys)
      if (known.size > 0) return []
      const dispatches: NewDispatch[] = [
        { ...alert, ruleId: 'rul_1', status: 'suppressed', reason: 'too_old' },
        { ...alert, ruleId: stepKeyOf(step), status: 'pending', step },
      ]
      await insertDispatches(transaction, orgId, { dispatches, nowMs })
      return dispatches
    })
    if (decided.length === 0) return
    await stage.database
      .updateTable('dispatches')
      .set({ status: 'sent', sent_at: new Date(nowMs + 1) })
      .where('org_id', '=', orgId)
      .where('signal_id', '=', signalId)
      .where('status', '=', 'pending')
      .execute()
    await sendOnce(stage.database, { orgId, signalId })
  }

  function addPeople(orgId: string): Promise<[stays: string, leaves: string]> {
    return joinTwo(stage.database, { orgId, nowMs })
  }

  async function receiveTwo(orgId: string): Promise<void> {
    const body = [{ text: 'a "text"' }, { list: [1, null, 'two'] }]
    await captureEvents(stage.database, await receive(stage, { orgId, body, atMs: nowMs }))
  }

  async function spool(
    orgId: string,
    name: string,
    options: Partial<Stretch> & Partial<PersonalData> = {},
  ): Promise<{ rows: Row[]; text: string; spooled: Spooled }> {
    const table = tableOf(name)
    const limits = { limitRows: 1_000, limitBytes: 64 * 2 ** 20 }
    const defaults = { orgId, table, after: 0n, ...limits, excludesPersonal: false, file: stage.file }
    const spooled = await spoolChanges(stage.pool, { ...defaults, ...options })
    const text = await readFile(stage.file, 'utf8')
    const rows = rowsOf(text, table)
    expect(spooled).toMatchObject({ rows: rows.length, bytes: Buffer.byteLength(text) })
    return { rows, text, spooled }
  }

  return stage
}

function rowsOf(text: string, { columns }: WarehouseTable): Row[] {
  const names = [...columns.map(({ name }) => name), '_version', '_deleted']
  const types = new Map<unknown, string>(columns.map(({ name, type }) => [name, type]))
  types.set('_version', 'integer').set('_deleted', 'boolean')
  return parse(text, {
    columns: names,
    record_delimiter: '\n',
    cast: (value, { column, quoting }) => {
      if (value === '\\N' && !quoting) return null
      const type = types.get(column)
      if (type === 'boolean') return value === 'true' || (value === 'false' ? false : value)
      if (type === 'integer' || type === 'float') return Number(value)
      if (type === 'texts' || type === 'json') return JSON.parse(value)
      return quoting || type === 'instant' ? value : `not in quotes: ${value}`
    },
  })
}

export function eventOf(orgId: string, type: string, data: Record<string, unknown>): Envelope {
  return { id: `evt_${type}`, type, occurredAt: moment, orgId, data }
}

export function signalEvent(orgId: string, members: object): Envelope {
  const signal = {
    orgId,
    listenerId: 'lsn_1',
    source: 'reddit',
    url: 'https://example.com/',
    title: 'A title',
    excerpt: 'An excerpt',
    postedAt: moment,
    relevanceScore: 50,
    classification: 'relevant',
    rationale: 'A reason',
    matchedKeywords: [],
    firstSeenAt: moment,
    ...members,
  }
  return eventOf(orgId, 'signal.created', { signal })
}

export function tableOf(name: string): WarehouseTable {
  return warehouseTables.find((table) => table.name === name) ?? expect.unreachable(name)
}
