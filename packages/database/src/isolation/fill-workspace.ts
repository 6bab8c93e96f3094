import { createApiKey, createSource, createWorkspace } from '../access/index.ts'
import { createJob, recordAudit } from '../acts/index.ts'
import { reserveAnalysis, takeAnalysisCall } from '../analyses/index.ts'
import { askForConfirmation, recordAssistantCalls } from '../assistant-calls/index.ts'
import {
  createAssistant,
  createAssistantId,
  createAuthorization,
  decideAuthorization,
  takeDecision,
} from '../assistants/index.ts'
import {
  deliverToInbox,
  insertDispatches,
  insertMessages,
  openDigest,
  startRuns,
} from '../dispatches/index.ts'
import { storeDeliveries } from '../ledger/index.ts'
import { createInvitation, createPerson, setMembership } from '../people/index.ts'
import {
  createCollection,
  createDeals,
  createNote,
  createSavedView,
  mergeContributions,
  saveSignal,
  writeEvents,
} from '../records/index.ts'
import {
  createChannel,
  createEscalation,
  createRule,
  createSilence,
  mapChannelUsers,
  suppressAddress,
} from '../rules/index.ts'
import {
  createConnection,
  createSchedule,
  keepFinds,
  leaseListener,
  planSearches,
  recordListenerCosts,
} from '../searching/index.ts'
import { createWarehouse, recordHour } from '../warehouses/index.ts'
import type { SharedStore, WorkspaceIds } from './door-cases.ts'
import {
  channelOf,
  contributionsOf,
  dealEvent,
  digestOf,
  escalationOf,
  eventOf,
  inboxDeliveryOf,
  inboxMessageOf,
  invitationOf,
  jobOf,
  ruleOf,
  signalId,
  silenceOf,
  sourceOf,
  viewOf,
  warehouseOf,
} from './same-records.ts'

type FilledStore = Pick<SharedStore, 'database' | 'pool' | 'secretBox' | 'inTransaction'>

/** Creates a workspace with one of everything. `text` is in every field that accepts any text. */
export async function fillWorkspace(
  { database, pool, secretBox, inTransaction }: FilledStore,
  { orgId, text }: { orgId: string; text: string },
): Promise<WorkspaceIds> {
  await createWorkspace(database, {
    orgId,
    name: text,
    plan: text,
    accountIntelligence: true,
    analysisAllowance: 1,
  })
  const { keyId } = await createApiKey(database, { orgId, scopes: ['signals:read'], name: text })
  const { sourceId } = await createSource(database, secretBox, sourceOf(orgId, text))
  const event = eventOf(orgId, text, 'evt_same')
  const { deliveryIds } = await storeDeliveries(
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
  const { channelId } = await createChannel(database, secretBox, channelOf(orgId, text))
  const users = [{ externalUserId: 'U_same', userId: text }]
  await mapChannelUsers(database, { channelId, users })
  const suppressed = { orgId, channelId, address: 'same@example.com', reason: text, until: null }
  await suppressAddress(database, suppressed)
  const { ruleId } = await createRule(database, ruleOf(orgId, text))
  const { silenceId } = await createSilence(database, silenceOf(orgId, text))
  const { viewId } = await inTransaction((transaction) => createSavedView(transaction, viewOf(orgId, text)))
  const { escalationId } = await createEscalation(database, escalationOf(orgId, text, { channelId }))
  const run = { escalationId, signalId, storedAtMs: Date.now(), dueMs: Date.now() }
  await inTransaction((transaction) => startRuns(transaction, orgId, [run]))
  const { jobId } = await inTransaction(async (transaction) => {
    const by = { kind: 'cli' as const, id: text }
    const target = { type: 'workspace', id: orgId }
    const states = { before: null, after: { text }, address: null, requestId: null }
    await recordAudit(transaction, [{ orgId, actor: by, act: 'workspace.create', target, ...states }])
    return createJob(transaction, jobOf(orgId, text))
  })
  const { warehouseId } = await createWarehouse(database, secretBox, warehouseOf(orgId, text))
  await recordHour(database, { warehouseId, lagSeconds: 1 })
  const connectionId = await fillSearching({ database, secretBox, inTransaction }, { orgId, text, sourceId })
  await inTransaction(async (transaction) => {
    const digestId = await openDigest(transaction, orgId, digestOf({ ruleId, channelId }))
    const dispatch = { ruleId, channelId, signalId, status: 'failed' as const, isInstant: true }
    await insertDispatches(transaction, orgId, {
      dispatches: [{ ...dispatch, reason: text, postKey: text, digestId }],
      nowMs: Date.now(),
    })
    const event = { data: { signal: { title: text } } }
    const message = { orgId, channelId, recipient: text, dueMs: Date.now(), signalId }
    await insertMessages(
      transaction,
      [
        { ...message, kind: 'event', event },
        { ...message, kind: 'instant', ruleId },
      ],
      Date.now(),
    )
  })
  await takeAnalysisCall(database, { orgId, callerId: keyId, limit: 5 })
  const reservation = await reserveAnalysis(database, { orgId, leaseMs: 60_000 })
  const analysisId = reservation.isReserved ? reservation.analysisId : 'none'
  const collectionId = await inTransaction(async (transaction) => {
    const nowMs = Date.now()
    const contributions = contributionsOf(orgId, text, event.id)
    await mergeContributions(transaction, contributions, { nowMs })
    const asked = { orgId, description: text, nowMs }
    const { id } = await createCollection(transaction, { ...asked, name: text })
    await saveSignal(transaction, { orgId, collectionId: id, signalId, nowMs })
    const note = { target: { type: 'signal' as const, id: signalId }, body: text, createdBy: text }
    await createNote(transaction, { orgId, ...note, nowMs })
    return id
  })
  await inTransaction((transaction) =>
    createDeals(transaction, {
      orgId,
      deals: [{ name: text, stage: 'new', externalId: text }],
      nowMs: Date.now(),
    }),
  )
  await inTransaction((transaction) =>
    writeEvents(transaction, [dealEvent(orgId, text)], { nowMs: Date.now() }),
  )
  const { personId, invitationId } = await inTransaction(async (transaction) => {
    const person = { email: null, name: text, isOperator: false, nowMs: 0 }
    const { personId } = await createPerson(transaction, person)
    await setMembership(transaction, { orgId, personId, role: 'admin', nowMs: 0 })
    const { invitationId } = await createInvitation(transaction, invitationOf(orgId, text))
    return { personId, invitationId }
  })
  await deliverToInbox(database, inboxDeliveryOf(orgId, inboxMessageOf(orgId), text), Date.now())
  const call = {
    tool: 'whoami',
    arguments: {},
    outcome: 'answered' as const,
    rows: 1,
    characters: 1,
    milliseconds: 1,
  }
  const at = new Date().toISOString()
  await recordAssistantCalls(database, [{ ...call, at, orgId, assistantId: text, personId }])
  const ids = {
    sourceId,
    keyId,
    deliveryId,
    channelId,
    ruleId,
    silenceId,
    viewId,
    escalationId,
    warehouseId,
    connectionId,
    analysisId,
  }
  const assistantId = await fillAssistants({ database, inTransaction }, { orgId, text, personId })
  return { ...ids, collectionId, jobId, personId, invitationId, assistantId, requestId: deliveryId }
}

async function fillAssistants(
  { database, inTransaction }: Pick<FilledStore, 'database' | 'inTransaction'>,
  { orgId, text, personId }: { orgId: string; text: string; personId: string },
): Promise<string> {
  const nowMs = Date.now()
  const [assistantId, authorizationId] = [createAssistantId(nowMs), `authorization of ${orgId}`]
  const client = { clientId: text, clientName: text, clientHost: text, redirectUri: text }
  const asked = { authorizationId, ...client, scopes: ['signals:read' as const] }
  await createAuthorization(database, { ...asked, endsAt: new Date(nowMs + 60_000) })
  const tokenSha256 = Buffer.from(orgId)
  await inTransaction(async (transaction) => {
    const assistant = { assistantId, orgId, personId, ...client, scopes: asked.scopes }
    await createAssistant(transaction, { ...assistant, nowMs, endsMs: nowMs + 60_000 })
    await decideAuthorization(transaction, { authorizationId, assistantId, tokenSha256, nowMs })
  })
  await takeDecision(database, { authorizationId, tokenSha256, nowMs })
  await askForConfirmation(database, {
    ...{ orgId, assistantId, personId, tool: 'update_deal', inputSha256: Buffer.alloc(32) },
    shown: { title: 'Change a deal', reason: text, facts: [] },
    ...{ nowMs, endsMs: nowMs + 60_000 },
  })
  return assistantId
}

async function fillSearching(
  { database, secretBox, inTransaction }: Omit<FilledStore, 'pool'>,
  { orgId, text, sourceId }: { orgId: string; text: string; sourceId: string },
): Promise<string> {
  const listener = { orgId, listenerId: 'lsn_same' }
  const connection = { orgId, platform: 'hackernews', baseUrl: text, budget: null, secrets: { key: text } }
  const { connectionId } = await createConnection(database, secretBox, connection)
  const settings = { boards: [{ platform: 'lever', board: text }], backfillMs: 0 }
  await inTransaction((transaction) => createSchedule(transaction, { ...listener, sourceId, settings }))
  const lease = await leaseListener(database, { ...listener, leaseMs: 1 })
  const search = { searchId: 'same', platform: 'hackernews', query: text }
  await planSearches(database, { ...listener, searches: [search] })
  const cost = { kind: 'platform', name: text, unit: text, times: 1, units: 1, pages: 1 } as const
  await recordListenerCosts(database, { ...listener, costs: [cost] })
  const find = {
    ...{ dedupeKey: 'same', platform: 'hackernews', signalId, titleKey: 'same', simhash: null, score: 60 },
    ...{ firstSeenAt: new Date(), state: 'waiting' as const, reason: text, components: [text], features: {} },
    delivery: { eventId: 'evt_same', body: text },
    retention: null,
  }
  await keepFinds(database, {
    ...{ ...listener, token: lease?.token ?? '', searchId: 'same' },
    ...{ finds: [find], cursor: { text }, history: { text } },
  })
  return connectionId
}
