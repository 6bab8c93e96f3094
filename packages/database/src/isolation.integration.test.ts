import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import {
  type Contribution,
  readEvent,
  ruleDefinitionSchema,
  type WarehouseTable,
  warehouseTables,
} from '@signalpost/domain'
import { createTestDatabase, type TestDatabase } from '@signalpost/testing'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as exported from './index.ts'

// Two workspaces hold records of the same ids. Whatever a query does for the one, it shows and changes nothing of the
// other. A new query must take its place in one of the two lists below before this test passes again.

const ours = 'org_ours'
const theirs = 'org_theirs'
const theirText = 'their secret text'
const signalId = 'sig_same'
const dealId = 'deal_same'
const moment = '2026-11-20T09:00:00.000Z'
/** When each workspace read the signal: what registers hold differs too. */
const readMoments: Record<string, string> = {
  [ours]: '2026-11-20T09:00:01.000Z',
  [theirs]: '2026-11-20T09:00:02.000Z',
}
type Own = {
  sourceId: string
  keyId: string
  deliveryId: string
  requestId: string
  channelId: string
  ruleId: string
  silenceId: string
  warehouseId: string
  analysisId: string
  collectionId: string
  jobId: string
}
const keys = new Map<string, Own>()

let testDatabase: TestDatabase
let database: exported.Database
let pool: Pool
const secretBox = exported.createSecretBox(randomBytes(32))

/** What each query is asked for our workspace. */
const workspaceQueries: Record<string, (own: Own) => Promise<unknown>> = {
  createApiKey: () => exported.createApiKey(database, { orgId: ours, scopes: ['signals:read'] }),
  listApiKeys: () => exported.listApiKeys(database, { orgId: ours }),
  createSource: () => exported.createSource(database, secretBox, sourceOf(ours)),
  listSources: () => exported.listSources(database, ours),
  findSource: async ({ sourceId }) => [
    await exported.findSource(database, { sourceId, orgId: ours }),
    await exported.findSource(database, { sourceId: of(theirs).sourceId, orgId: ours }),
  ],
  getSource: async ({ sourceId }) => [
    await exported.getSource(database, { sourceId, orgId: ours }),
    await refusal(exported.getSource(database, { sourceId: of(theirs).sourceId, orgId: ours })),
  ],
  setSourceEnabled: async ({ sourceId }) => [
    await exported.setSourceEnabled(database, { sourceId, orgId: ours, enabled: false }),
    await refusal(
      exported.setSourceEnabled(database, { sourceId: of(theirs).sourceId, orgId: ours, enabled: false }),
    ),
  ],
  rotateSourceSecret: async ({ sourceId }) => [
    await exported.rotateSourceSecret(database, secretBox, {
      sourceId,
      orgId: ours,
      secret: 'whsec_other',
      overlapMs: 0,
    }),
    await refusal(
      exported.rotateSourceSecret(database, secretBox, {
        sourceId: of(theirs).sourceId,
        orgId: ours,
        secret: 'whsec_other',
        overlapMs: 0,
      }),
    ),
  ],
  listAuditEntries: () => exported.listAuditEntries(database, { orgId: ours }, { limit: 100 }),
  createJob: () => inTransaction((transaction) => exported.createJob(transaction, jobOf(ours))),
  addDeliveriesToJob: ({ jobId }) =>
    inTransaction((transaction) =>
      exported.addDeliveriesToJob(transaction, { jobId, deliveries: { filter: { orgId: ours } } }),
    ),
  listJobs: () => exported.listJobs(database, { orgId: ours }, { limit: 100 }),
  getJob: async ({ jobId }) => [
    await exported.getJob(database, { jobId, orgId: ours }),
    await refusal(exported.getJob(database, { jobId: of(theirs).jobId, orgId: ours })),
  ],
  getSilence: async ({ silenceId }) => [
    await exported.getSilence(database, { silenceId, orgId: ours }),
    await refusal(exported.getSilence(database, { silenceId: of(theirs).silenceId, orgId: ours })),
  ],
  ...dispatchQueries(),
  ...alertQueries(),
  takeAnalysisCall: ({ keyId }) => exported.takeAnalysisCall(database, { orgId: ours, keyId, limit: 1 }),
  reserveAnalysis: () => exported.reserveAnalysis(database, { orgId: ours, leaseMs: 60_000 }),
  countAnalysis: async ({ analysisId }) =>
    database
      .transaction()
      .execute(async (transaction) => [
        await exported.countAnalysis(transaction, { orgId: ours, analysisId }),
        await exported.countAnalysis(transaction, { orgId: ours, analysisId: of(theirs).analysisId }),
      ]),
  releaseAnalysis: () =>
    exported.releaseAnalysis(database, { orgId: ours, analysisId: of(theirs).analysisId }),
  findWorkspace: () => exported.findWorkspace(database, ours),
  updateWorkspace: () => exported.updateWorkspace(database, ours, { name: 'Renamed' }),
  listDeliveries: () => exported.listDeliveries(database, { orgId: ours }, { limit: 100 }),
  countDeliveries: () => exported.countDeliveries(database, { orgId: ours }),
  findDelivery: async ({ deliveryId }) => [
    await exported.findDelivery(database, { deliveryId, orgId: ours }),
    await exported.findDelivery(database, { deliveryId: of(theirs).deliveryId, orgId: ours }),
  ],
  findDeliveries: ({ deliveryId }) =>
    exported.findDeliveries(database, [deliveryId, of(theirs).deliveryId], ours),
  eraseBodies: () => exported.eraseBodies(database, { orgId: ours, signalId }),
  findSignal: () => exported.findSignal(database, { orgId: ours, signalId }),
  findSignalPrepared: () => exported.findSignalPrepared(pool, { orgId: ours, signalId }),
  listAccounts: () =>
    exported.listAccounts(database, {
      orgId: ours,
      filters: { assignedTo: 'usr_same', region: 'Same' },
      limit: 100,
    }),
  findListener: () => exported.findListener(database, { orgId: ours, listenerId: 'lsn_same' }),
  listListeners: () => exported.listListeners(database, { orgId: ours, limit: 100 }),
  listDeals: () => exported.listDeals(database, { orgId: ours, limit: 100 }),
  listSignals: () => exported.listSignals(database, { orgId: ours, filters: {}, limit: 100 }),
  exportDeals: async () => text(await exported.exportDeals(pool, { orgId: ours })),
  findRegisters: () => exported.findRegisters(database, { orgId: ours, signalId }),
  isSignalInLedger: () => exported.isSignalInLedger(database, { orgId: ours, signalId }),
  isSignalKnown: () => exported.isSignalKnown(database, { orgId: ours, signalId }),
  summariseStore: () => exported.summariseStore(database, ours),
  mergeContributions: () =>
    database.transaction().execute((transaction) =>
      exported.mergeContributions(transaction, contributionsOf(ours, 'Another title', 'evt_2'), {
        nowMs: Date.now(),
      }),
    ),
  assignSignal: () => inTransaction((transaction) => exported.assignSignal(transaction, assignment)),
  updateDeal: () =>
    inTransaction((transaction) =>
      exported.updateDeal(transaction, { orgId: ours, dealId, changes: { stage: 'won' }, nowMs: Date.now() }),
    ),
  createDeals: () =>
    inTransaction((transaction) =>
      exported.createDeals(transaction, {
        orgId: ours,
        deals: [
          { name: 'deal', stage: 'new', externalId: theirText },
          { name: 'deal', stage: 'new', signalId },
        ],
        nowMs: Date.now(),
      }),
    ).then((outcomes) => outcomes.map((outcome) => outcome.status)),
  createCollection: () =>
    inTransaction((transaction) =>
      exported.createCollection(transaction, { orgId: ours, name: theirText, description: null, nowMs: 0 }),
    ).then(({ id }) => id),
  listCollections: () => exported.listCollections(database, ours).then((list) => list.map(({ id }) => id)),
  findCollection: async ({ collectionId }) => [
    await exported.findCollection(database, { orgId: ours, collectionId }),
    await exported.findCollection(database, { orgId: ours, collectionId: of(theirs).collectionId }),
  ],
  saveSignal: async ({ collectionId }) =>
    inTransaction(async (transaction) => {
      const save = { orgId: ours, signalId, nowMs: Date.now() }
      return [
        await exported.saveSignal(transaction, { ...save, collectionId }),
        await exported.saveSignal(transaction, { ...save, collectionId: of(theirs).collectionId }),
      ]
    }),
  listSavedSignals: async ({ collectionId }) => [
    await exported.listSavedSignals(database, { orgId: ours, collectionId }),
    await exported.listSavedSignals(database, { orgId: ours, collectionId: of(theirs).collectionId }),
  ],
  createNote: () =>
    inTransaction((transaction) =>
      exported.createNote(transaction, {
        orgId: ours,
        target: { type: 'signal', id: signalId },
        body: 'a note',
        createdBy: 'usr_1',
        nowMs: Date.now(),
      }),
    ),
  listNotes: () => exported.listNotes(database, ours),
  writeEvents: () =>
    inTransaction((transaction) =>
      exported.writeEvents(transaction, [dealEvent(ours, 'Another name')], { nowMs: Date.now() }),
    ),
  createWarehouse: () =>
    exported
      .createWarehouse(database, secretBox, { ...warehouseOf(ours), location: '/elsewhere' })
      .then(({ orgId }) => orgId),
  listWarehouses: () => exported.listWarehouses(database, ours),
  getWarehouse: async ({ warehouseId }) => [
    await exported.getWarehouse(database, { warehouseId, orgId: ours }),
    await refusal(exported.getWarehouse(database, theirWarehouse())),
  ],
  openWarehouseSecrets: async ({ warehouseId }) => [
    await exported.openWarehouseSecrets(database, secretBox, { warehouseId, orgId: ours }),
    await refusal(exported.openWarehouseSecrets(database, secretBox, theirWarehouse())),
  ],
  setWarehousePaused: async ({ warehouseId }) => [
    await exported.setWarehousePaused(database, { warehouseId, orgId: ours, isPaused: true }),
    await refusal(exported.setWarehousePaused(database, { ...theirWarehouse(), isPaused: true })),
  ],
  resendChanges: () => exported.resendChanges(database, { orgId: ours, table: 'signals', keys: [signalId] }),
  measureLag: () => exported.measureLag(database, { orgId: ours, cursors: { signals: 0n, notes: 0n } }),
  readPositions: async () => [
    ...(await exported.readPositions(database, { orgId: ours, tables: ['signals', 'notes'] })),
  ],
  countChanges: () => exported.countChanges(database, { orgId: ours, table: 'signals', after: 0n }),
  readWarehouseHealth: () => exported.readWarehouseHealth(database, { orgId: ours }),
  leaseWarehouse: async ({ warehouseId }) => {
    const lease = { orgId: ours, leaseMs: 1, allowsPaused: true }
    return [
      await exported.leaseWarehouse(database, { warehouseId, ...lease }),
      await refusal(exported.leaseWarehouse(database, { ...theirWarehouse(), ...lease })),
    ]
  },
  rejectRow: async () => {
    const tables = ['signals']
    const positions = await exported.readPositions(database, { orgId: theirs, tables })
    const row = {
      ...{ table: 'signals', position: positions.get('signals') ?? 0n, reason: 'other' },
      ...{ attempts: 1, retryMs: 0 },
    }
    return exported.rejectRow(database, { ...theirWarehouse(), ...row })
  },
  deleteWarehouse: () => refusal(exported.deleteWarehouse(database, theirWarehouse())),
  deleteSignal: () => exported.deleteSignal(database, { orgId: ours, signalId, nowMs: Date.now() }),
  spoolChanges: () => ofEachTable(spooled),
  checksumSource: () =>
    ofEachTable((table) => exported.checksumSource(database, { ...comparedOf(table), digits: 2 })),
  listSourceHashes: () =>
    ofEachTable(async (table) => {
      const compared = comparedOf(table)
      const buckets = await exported.checksumSource(database, { ...compared, digits: 2 })
      const prefixes = buckets.map(({ prefix }) => prefix)
      return exported.listSourceHashes(database, { ...compared, prefixes })
    }),
  positionsOf: () =>
    ofEachTable(async (table) => {
      const keys = [signalId, dealId, 'n:same', 'lsn_same']
      return [...(await exported.positionsOf(database, { orgId: ours, table, keys })).values()]
    }),
}

const comparedOf = (table: WarehouseTable) => ({
  ...{ orgId: ours, table, upTo: 1_000_000n },
  ...{ excludesPersonal: false, losses: {} },
})

function ofEachTable<Answer>(ask: (table: WarehouseTable) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(warehouseTables.map(ask))
}

async function spooled(table: WarehouseTable): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'signalpost-isolation-'))
  const file = join(directory, 'changes.csv')
  try {
    const stretch = { orgId: ours, table, after: 0n, limitRows: 1_000, limitBytes: 1_000_000 }
    await exported.spoolChanges(pool, { ...stretch, excludesPersonal: false, file })
    return await readFile(file, 'utf8')
  } finally {
    await rm(directory, { recursive: true })
  }
}

const theirWarehouse = () => ({ warehouseId: of(theirs).warehouseId, orgId: ours })

function warehouseOf(orgId: string, text = 'text'): exported.NewWarehouse {
  const place = { settings: { path: text }, location: text, secrets: { key: text } }
  return { orgId, kind: 'duckdb', name: text, ...place, intervalMs: 20_000, excludesPersonal: false }
}

const assignment = { orgId: ours, signalId, userId: 'usr_1', by: 'usr_2', nowMs: Date.now() }

/** Those that are not asked by a workspace, each with what keeps workspaces apart. */
const otherExports: Record<string, string> = {
  sequenceChanges: 'each change carries its workspace',
  createWorkspace: 'makes one',
  recordAudit: 'each entry carries its workspace',
  removeJob: 'by a job that the same transaction created',
  requestJobStop: 'by the id of a job that was found for a workspace',
  leaseJob: 'each job carries its workspace',
  advanceJob: 'by the lease of a job',
  reportJobProgress: 'by the lease of a job',
  takeJobItems: 'by the lease of a job',
  endJob: 'by the lease of a job',
  postponeJob: 'by the lease of a job',
  joinTransaction: 'reads no record',
  jobStates: 'pure',
  claimPendingChanges: 'each change carries its workspace',
  setChangeAside: 'by a claimed change',
  findDueChannels: 'each channel carries its workspace',
  lockMessage: 'a channel belongs to one workspace',
  lockAbandoned: 'each message carries its workspace',
  beginAttempt: 'by a locked message',
  lockCompanions: 'by a locked message',
  gatherMessages: 'by locked messages',
  endAttempt: 'by a locked message',
  settleMessage: 'by a locked message',
  insertMessages: 'each message carries its workspace',
  expireMessages: 'each message carries its workspace',
  lockDueDigest: 'each digest carries its workspace',
  getDigest: 'by a locked message',
  closeDigest: 'by a locked digest',
  postponeDigest: 'by a locked digest',
  recordOutcome: 'by the channel of a message that was sent',
  pauseChannel: 'by the channel of a message that was sent',
  suppressDisabled: 'by the states of all channels',
  suppressWaiting: 'by the states of all channels',
  measureDispatching: 'counts of all',
  forgetMessages: 'by age alone',
  pairKey: 'pure',
  dispatchKeyOf: 'pure',
  listWorkspaces: 'operators only',
  findApiKey: 'a key leads to its workspace',
  recordApiKeyUse: 'by the key that was proved',
  revokeApiKey: 'operators only, by an id that is unique everywhere',
  hashApiSecret: 'pure',
  loadSources: 'the intake holds all sources',
  loadChannels: 'the intake holds all channels',
  findSealedWarehouses: 'operators only, ids of all',
  leaseDueWarehouse: 'each warehouse carries its workspace',
  renewWarehouseLease: 'by the lease of a warehouse',
  settleWarehouse: 'by the lease of a warehouse',
  recordVerification: 'by a leased warehouse',
  readCursorCopies: 'by a leased warehouse',
  copyCursor: 'by a leased warehouse',
  readSourceIdentity: 'the database itself',
  makeMark: 'by a leased warehouse',
  hasMark: 'by a cursor of a leased warehouse',
  forgetMarks: 'by a leased warehouse',
  recordRewrite: 'by a leased warehouse',
  readComparedIn: 'by a leased warehouse',
  recordComparedIn: 'by a leased warehouse',
  forgetRejects: 'by a leased warehouse',
  hasDueRejects: 'by a leased warehouse',
  listDueRejects: 'by a leased warehouse',
  postponeRejects: 'by a leased warehouse',
  listRejects: 'by a warehouse that was found for a workspace',
  requestMessageEdits: 'each delivery carries its workspace',
  takeMessageEdit: 'each edit carries its workspace',
  finishMessageEdit: 'by an edit that was taken',
  readRegistryVersion: 'one row for all',
  findNewestSecret: 'operators only, by an id that is unique everywhere',
  listRejections: 'operators only, by an id that is unique everywhere',
  recordRejections: 'by the source that refused',
  recordSourceActivity: 'by the source that was proved',
  createRateLimiter: 'counters, by a bucket of the caller',
  claimIdempotencyKey: 'by the key that was proved',
  leaseIdempotencyKey: 'by the key that was proved',
  extendIdempotencyLease: 'by the key that was proved',
  releaseIdempotencyKey: 'by the key that was proved',
  rememberAnswer: 'by the key that was proved',
  forgetAnswers: 'by age alone',
  storeDeliveries: 'each request carries its workspace',
  claimBatch: 'each delivery carries its workspace',
  claimDue: 'each delivery carries its workspace',
  claimOne: 'each delivery carries its workspace',
  readBodies: 'by the requests of claimed deliveries',
  readRequestBody: 'by the request of a delivery that was found',
  claimIdentities: 'a source belongs to one workspace',
  identityKey: 'pure',
  forgetIdentities: 'by age alone',
  settleDeliveries: 'by claimed deliveries',
  postponeDelivery: 'by a claimed delivery',
  replayDeliveries: 'by ids that were found for a workspace',
  countStatuses: 'by ids that were found for a workspace',
  discardDeliveries: 'by ids that were found for a workspace',
  measureBacklog: 'counts of all',
  measureClockSkewMs: 'reads no record',
  checkDatabase: 'reads no record',
  checkSchema: 'pure',
  checkWritable: 'reads no record',
  rethrowExplained: 'pure',
  readSchemaState: 'reads no record',
  SchemaAheadError: 'pure',
  createDatabase: 'reads no record',
  createPartitions: 'reads no record',
  dropExpiredPartitions: 'by age alone',
  withMaintenanceLock: 'reads no record',
  findDaysWithoutPartitions: 'reads no record',
  inspectStore: 'reads no record',
  migrateDatabase: 'reads no record',
  createId: 'pure',
  idFloor: 'pure',
  idTimeMs: 'pure',
  createSecretBox: 'pure',
  isStoreFault: 'pure',
}

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  const opened = exported.createDatabase({
    url: testDatabase.url,
    applicationName: 'test',
    onConnectionError: () => undefined,
  })
  database = opened.database
  pool = opened.pool
  await fillWorkspace(ours, 'our text')
  await fillWorkspace(theirs, theirText)
  await exported.sequenceChanges(database)
})

afterAll(async () => {
  await database.destroy()
  await testDatabase.drop()
})

test('knows of every function of the package what keeps workspaces apart', () => {
  const known = [...Object.keys(workspaceQueries), ...Object.keys(otherExports)]
  expect(known.toSorted()).toEqual(Object.keys(exported).toSorted())
})

test.each([ours, theirs])('findRegisters returns the registers of %s alone', async (orgId) => {
  const { rows } = await pool.query(
    'select org_id as "orgId", state from signal_registers where signal_id = $1',
    [signalId],
  )
  expect(rows).toHaveLength(2)
  const registers = await exported.findRegisters(database, { orgId, signalId })
  expect(registers).toEqual(rows.find((row) => row.orgId === orgId)?.state)
  expect(registers?.assignedTo).toMatchObject({ value: { userId: 'usr_same', by: `usr_of_${orgId}` } })
  expect(JSON.stringify(registers?.readAt)).toContain(readMoments[orgId])
  const nowhere = await exported.findRegisters(database, { orgId: 'org_third', signalId })
  expect(nowhere).toBeUndefined()
})

test.each(Object.keys(workspaceQueries))(
  '%s shows and changes nothing of another workspace',
  async (name) => {
    const before = await rowsOf(theirs)
    const answer = await workspaceQueries[name]?.(of(ours))
    expect(await rowsOf(theirs)).toEqual(before)
    const shown =
      JSON.stringify(answer, (_key, value) => (typeof value === 'bigint' ? String(value) : value)) ?? ''
    expect(shown).not.toContain(theirText)
    expect(shown).not.toContain(theirs)
    for (const id of Object.values(of(theirs))) expect(shown).not.toContain(id)
  },
)

function jobOf(orgId: string, text = 'our text') {
  return { orgId, act: 'delivery.replay', input: { text }, by: { kind: 'cli' as const, id: text } }
}

async function fillWorkspace(orgId: string, text: string): Promise<void> {
  await exported.createWorkspace(database, {
    orgId,
    name: text,
    plan: text,
    accountIntelligence: true,
    analysisAllowance: 1,
  })
  const { keyId } = await exported.createApiKey(database, { orgId, scopes: ['signals:read'], name: text })
  const { sourceId } = await exported.createSource(database, secretBox, sourceOf(orgId, text))
  const event = eventOf(orgId, text, 'evt_same')
  const { deliveryIds } = await exported.storeDeliveries(
    pool,
    [
      {
        orgId,
        sourceId,
        receivedAtMs: Date.now(),
        traceId: 'trace',
        signatureHeaders: {},
        body: Buffer.from(JSON.stringify(event)),
        events: [{ eventId: event.id, type: event.type }],
      },
    ],
    { nowMs: Date.now(), dueAfterMs: 0 },
  )
  const [deliveryId = ''] = deliveryIds.flat()
  const { channelId } = await exported.createChannel(database, secretBox, channelOf(orgId, text))
  const users = [{ externalUserId: 'U_same', userId: text }]
  await exported.mapChannelUsers(database, { channelId, users })
  const suppressed = { orgId, channelId, address: 'same@example.com', reason: text, until: null }
  await exported.suppressAddress(database, suppressed)
  const { ruleId } = await exported.createRule(database, ruleOf(orgId, text))
  const { silenceId } = await exported.createSilence(database, silenceOf(orgId, text))
  const { jobId } = await inTransaction(async (transaction) => {
    const by = { kind: 'cli' as const, id: text }
    const target = { type: 'workspace', id: orgId }
    const states = { before: null, after: { text }, address: null, requestId: null }
    await exported.recordAudit(transaction, { orgId, actor: by, act: 'workspace.create', target, ...states })
    return exported.createJob(transaction, jobOf(orgId, text))
  })
  const { warehouseId } = await exported.createWarehouse(database, secretBox, warehouseOf(orgId, text))
  await inTransaction(async (transaction) => {
    const told = await exported.openDigest(transaction, orgId, digestOf({ ruleId, channelId }))
    const dispatch = { ruleId, channelId, signalId, status: 'failed' as const, isInstant: true }
    await exported.insertDispatches(transaction, orgId, {
      dispatches: [{ ...dispatch, reason: text, postKey: text, digestId: told }],
      nowMs: Date.now(),
    })
    const event = { data: { signal: { title: text } } }
    const message = { orgId, channelId, recipient: text, dueMs: Date.now(), signalId }
    await exported.insertMessages(
      transaction,
      [
        { ...message, kind: 'event', event },
        { ...message, kind: 'instant', ruleId },
      ],
      Date.now(),
    )
  })
  await exported.takeAnalysisCall(database, { orgId, keyId, limit: 5 })
  const reservation = await exported.reserveAnalysis(database, { orgId, leaseMs: 60_000 })
  const analysisId = reservation.isReserved ? reservation.analysisId : 'none'
  const collectionId = await inTransaction(async (transaction) => {
    const nowMs = Date.now()
    const contributions = contributionsOf(orgId, text, event.id)
    await exported.mergeContributions(transaction, contributions, { nowMs })
    const asked = { orgId, description: text, nowMs }
    const { id } = await exported.createCollection(transaction, { ...asked, name: text })
    await exported.saveSignal(transaction, { orgId, collectionId: id, signalId, nowMs })
    const note = { target: { type: 'signal' as const, id: signalId }, body: text, createdBy: text }
    await exported.createNote(transaction, { orgId, ...note, nowMs })
    return id
  })
  await inTransaction((transaction) =>
    exported.createDeals(transaction, {
      orgId,
      deals: [{ name: text, stage: 'new', externalId: text }],
      nowMs: Date.now(),
    }),
  )
  await inTransaction((transaction) =>
    exported.writeEvents(transaction, [dealEvent(orgId, text)], { nowMs: Date.now() }),
  )
  const ids = { sourceId, keyId, deliveryId, channelId, ruleId, silenceId, warehouseId, analysisId }
  keys.set(orgId, { ...ids, collectionId, jobId, requestId: deliveryId })
}

/** Every row that belongs to a workspace, as JSON. */
async function rowsOf(orgId: string): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {}
  const bySource = ['requests', 'source_secrets', 'source_activity', 'source_rejections']
  const byChannel = ['channel_secrets', 'channel_users', 'channel_health', 'suppressed_addresses']
  const byWarehouse = ['warehouse_cursors', 'warehouse_rejects']
  const byWorkspace = [
    'workspaces',
    'audit_log',
    'jobs',
    'analyses',
    'analysis_calls',
    'api_keys',
    'sources',
    'deliveries',
    'listeners',
    'signals',
    'signal_registers',
    'accounts',
    'account_users',
    'account_regions',
    'listener_counts',
    'deals',
    'deal_external_ids',
    'collections',
    'collection_signals',
    'notes',
    'outbox',
    'signal_events',
    'changes',
    'change_inbox',
    'channels',
    'rules',
    'silences',
    'warehouses',
    'pending_changes',
    'dispatches',
    'digests',
    'messages',
  ]
  for (const table of [...byWorkspace, ...bySource, ...byChannel, ...byWarehouse]) {
    const owner = bySource.includes(table)
      ? sql`source_id = ${of(orgId).sourceId}`
      : byChannel.includes(table)
        ? sql`channel_id = ${of(orgId).channelId}`
        : byWarehouse.includes(table)
          ? sql`warehouse_id = ${of(orgId).warehouseId}`
          : sql`org_id = ${orgId}`
    const { rows: found } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.table(table)} t where ${owner} order by 1`.execute(database)
    rows[table] = found.map(({ row }) => row)
  }
  return rows
}

function contributionsOf(
  orgId: string,
  title: string,
  eventId: string,
): (Contribution & { orgId: string })[] {
  const deal = { id: 'deal_same', name: title, stage: 'new' }
  const listener = { id: 'lsn_same', name: title, mode: 'market', objective: title }
  const events = [
    eventOf(orgId, title, eventId),
    { id: eventId, type: 'deal.created', occurredAt: moment, orgId, data: { deal } },
    { id: eventId, type: 'listener.created', occurredAt: moment, orgId, data: { listener } },
  ]
  return events.flatMap((event) => {
    const verdict = readEvent(event, { orgId, sourceId: 'src_same', receivedAtMs: Date.now() })
    if (verdict.verdict !== 'valid') throw new Error('not a valid event')
    return verdict.contributions.map((contribution) => ({ ...contribution, orgId }))
  })
}

function eventOf(orgId: string, title: string, id: string) {
  const signal = {
    id: signalId,
    orgId,
    listenerId: 'lsn_same',
    source: 'reddit',
    url: 'https://example.com/',
    title,
    excerpt: title,
    postedAt: moment,
    relevanceScore: 50,
    classification: 'relevant',
    rationale: title,
    matchedKeywords: [title],
    firstSeenAt: moment,
    urgency: 'high',
    accountKey: 'n:same',
    subjectOrg: { name: title, location: 'Same' },
    assignedTo: { userId: 'usr_same', at: moment, by: `usr_of_${orgId}` },
    readAt: readMoments[orgId],
  }
  return { id, type: 'signal.created', occurredAt: moment, orgId, data: { signal } }
}

function sourceOf(orgId: string, name = 'source') {
  return {
    orgId,
    name,
    scheme: 'service-v1',
    settings: {},
    toleranceSeconds: 300,
    ratePerMinute: null,
    secret: 'whsec_secret',
  }
}

/** What operators set about alerts, each asked for what is ours and then for what is theirs. */
function alertQueries(): typeof workspaceQueries {
  const both = async (name: keyof Own, ask: (id: string) => Promise<unknown>) => [
    await ask(of(ours)[name]),
    await refusal(ask(of(theirs)[name])),
  ]
  const secrets = { secret: 'other secret' }
  const users = [{ externalUserId: 'U_same', userId: 'usr_other' }]
  const suppressed = { orgId: ours, address: 'same@example.com', reason: 'other', until: null }
  return {
    createChannel: () => exported.createChannel(database, secretBox, channelOf(ours, 'other')),
    listChannels: () => exported.listChannels(database, ours),
    listChannelQueues: () => exported.listChannelQueues(database, { orgId: ours, nowMs: 0 }),
    getChannel: () =>
      both('channelId', (channelId) => exported.getChannel(database, { channelId, orgId: ours })),
    switchChannel: () =>
      both('channelId', (channelId) =>
        exported.switchChannel(database, { channelId, orgId: ours, enabled: false, reason: 'other' }),
      ),
    setChannelEnabled: () =>
      both('channelId', (channelId) =>
        exported.setChannelEnabled(database, { channelId, orgId: ours, enabled: false, reason: 'other' }),
      ),
    rotateChannelSecrets: () =>
      both('channelId', (channelId) =>
        exported.rotateChannelSecrets(database, secretBox, { channelId, orgId: ours, secrets, overlapMs: 0 }),
      ),
    openChannelSecrets: async ({ channelId }) => [
      await exported.openChannelSecrets(database, secretBox, { channelId, orgId: ours }),
      await exported.openChannelSecrets(database, secretBox, {
        channelId: of(theirs).channelId,
        orgId: ours,
      }),
    ],
    mapChannelUsers: () =>
      both('channelId', (channelId) => exported.mapChannelUsers(database, { channelId, orgId: ours, users })),
    suppressAddress: async ({ channelId }) => [
      await exported.suppressAddress(database, { ...suppressed, channelId }),
      await exported.suppressAddress(database, { ...suppressed, channelId: of(theirs).channelId }),
    ],
    listSuppressedAddresses: async ({ channelId }) => [
      await exported.listSuppressedAddresses(database, { channelId, orgId: ours }),
      await exported.listSuppressedAddresses(database, { channelId: of(theirs).channelId, orgId: ours }),
    ],
    createRule: () => exported.createRule(database, { ...ruleOf(ours, 'other'), position: 1 }),
    listRules: () => exported.listRules(database, ours),
    getRule: () => both('ruleId', (ruleId) => exported.getRule(database, { ruleId, orgId: ours })),
    editRule: () =>
      both('ruleId', (ruleId) =>
        exported.editRule(database, { ruleId, orgId: ours, name: 'other', position: 1 }),
      ),
    setRuleEnabled: () =>
      both('ruleId', (ruleId) => exported.setRuleEnabled(database, { ruleId, orgId: ours, enabled: false })),
    deleteRule: () => both('ruleId', (ruleId) => exported.deleteRule(database, { ruleId, orgId: ours })),
    createSilence: () => exported.createSilence(database, silenceOf(ours, 'other')),
    listSilences: () => exported.listSilences(database, ours),
    listStandingSilences: () => exported.listStandingSilences(database, ours),
    endSilence: () =>
      both('silenceId', (silenceId) => exported.endSilence(database, { silenceId, orgId: ours })),
  }
}

/** Dispatches, each asked within our workspace for what is ours and for what is theirs. */
function dispatchQueries(): typeof workspaceQueries {
  const nowMs = Date.now()
  const keysOf = (orgId: string) => ({ ...pairOf(orgId), signalId })
  const pairOf = (orgId: string) => ({ ruleId: of(orgId).ruleId, channelId: of(orgId).channelId })
  const keys = () => [keysOf(ours), keysOf(theirs)]
  const messageOf = (orgId: string, kind: 'instant' | 'digest') => ({
    ...{ orgId: ours, kind, messageId: 'msg_other', signalId, digestId: null },
    ...pairOf(orgId),
  })
  return {
    listAlerts: () => exported.listAlerts(database, { orgId: ours }, { limit: 100, nowMs: 0 }),
    replayAlerts: () =>
      exported.replayAlerts(database, { orgId: ours }, { recipientsOf: () => ['someone'], nowMs }),
    previewRule: async () => [
      await exported.previewRule(database, { orgId: ours, ...pairOf(ours), since: new Date(0) }),
      await refusal(exported.previewRule(database, { orgId: ours, ...pairOf(theirs), since: new Date(0) })),
    ],
    readSendHistory: () =>
      inTransaction(async (transaction) => {
        const asked = { orgId: ours, pairs: [pairOf(ours)], postKeys: [theirText], throttleMs: 1_000, nowMs }
        return [...(await exported.readSendHistory(transaction, asked)).values()]
      }),
    findDecided: () =>
      inTransaction(async (transaction) => [...(await exported.findDecided(transaction, ours, keys()))]),
    insertDispatches: () =>
      inTransaction((transaction) => {
        const dispatch = {
          ...keysOf(ours),
          signalId: 'sig_other',
          status: 'pending' as const,
          isInstant: true,
        }
        return exported.insertDispatches(transaction, ours, { dispatches: [dispatch], nowMs })
      }),
    openDigest: () =>
      inTransaction((transaction) => exported.openDigest(transaction, ours, digestOf(pairOf(ours)))),
    readDigestItems: () =>
      inTransaction((transaction) =>
        exported.readDigestItems(transaction, { orgId: ours, digestId: 'dig_other' }),
      ),
    suppressDispatches: () =>
      inTransaction((transaction) =>
        exported.suppressDispatches(transaction, ours, { keys: keys(), reason: 'read' }),
      ),
    moveToDigest: () =>
      inTransaction((transaction) =>
        exported.moveToDigest(transaction, ours, {
          ...{ keys: keys(), digestId: 'dig_other', status: 'pending', reason: 'quiet_hours' },
        }),
      ),
    settleSent: () =>
      inTransaction((transaction) => exported.settleSent(transaction, messageOf(theirs, 'instant'), nowMs)),
    settleUnsent: () =>
      inTransaction((transaction) =>
        exported.settleUnsent(transaction, messageOf(theirs, 'instant'), { status: 'failed', reason: 'x' }),
      ),
    eraseMessages: () => exported.eraseMessages(database, { orgId: ours, signalIds: [signalId], nowMs }),
    recordAlerted: () =>
      inTransaction((transaction) =>
        exported.recordAlerted(transaction, { orgId: ours, signalIds: [signalId], nowMs }),
      ),
  }
}

function digestOf(pair: { ruleId: string; channelId: string }) {
  return { ...pair, groupKey: '', dueMs: Date.now() }
}

function channelOf(orgId: string, text: string) {
  return { orgId, kind: 'slack', name: text, settings: { text }, secrets: { secret: text } }
}

function ruleOf(orgId: string, name: string) {
  const definition = ruleDefinitionSchema.parse({ conditions: { keywords: [name] }, channels: 'all' })
  return { orgId, name, definition }
}

function silenceOf(orgId: string, reason: string) {
  return { orgId, conditions: {}, reason, until: new Date(Date.now() + 3_600_000) }
}

function of(orgId: string) {
  const found = keys.get(orgId)
  if (found === undefined) throw new Error(`${orgId} is not filled.`)
  return found
}

function dealEvent(orgId: string, name: string) {
  const dataAt = () => ({ deal: { id: dealId, name, stage: 'new' } })
  return { orgId, idPrefix: 'api_' as const, type: 'deal.created', dataAt }
}

function inTransaction<T>(work: (transaction: exported.DatabaseTransaction) => Promise<T>): Promise<T> {
  return database.transaction().execute(work)
}

async function refusal(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => expect.unreachable('it should be refused'),
    (error: unknown) => (error as { code?: string }).code,
  )
}
