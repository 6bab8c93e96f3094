import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { createWorkspace } from '../access/index.ts'
import { askForConfirmation } from '../assistant-calls/index.ts'
import type { Database } from '../database.ts'
import { createPerson } from '../people/index.ts'
import {
  createAssistant,
  createAuthorization,
  decideAuthorization,
  findArtifact,
  hashArtifact,
  pruneAssistants,
  storeArtifact,
  takeDecision,
} from './index.ts'

const dayMs = 86_400_000
const nowMs = Date.parse('2026-11-20T09:00:00.000Z')
const client = { clientId: 'c', clientName: 'C', clientHost: null, redirectUri: 'https://c.example/' }

test('removes what is over, and keeps what is connected or open', async ({ database }) => {
  const workspace = { orgId: 'org_a', name: 'A', plan: 'p', accountIntelligence: true, analysisAllowance: 1 }
  await createWorkspace(database, workspace)
  const person = { email: null, name: 'Ann', isOperator: false, nowMs }
  const { personId } = await database.transaction().execute((one) => createPerson(one, person))
  const add = addAssistant(database, personId)
  await add('ast_never_taken', { endsMs: nowMs - 1, isTaken: false })
  await add('ast_open', { endsMs: nowMs + 60_000, isTaken: false })
  await add('ast_connected', { endsMs: nowMs - 1, isTaken: true })
  await add('ast_long_over', { endsMs: nowMs - 1, isTaken: true })
  await sql`update assistants set ended_at = ${new Date(nowMs - 91 * dayMs)}, end_reason = 'person'
    where assistant_id = 'ast_long_over'`.execute(database)
  const artifact = { model: 'Client', assistantId: null, grantId: null, payload: {} }
  const keys = [hashArtifact('Client', 'over'), hashArtifact('Client', 'open')] as const
  await storeArtifact(database, { ...artifact, artifactSha256: keys[0], endsAt: new Date(nowMs - 1) })
  await storeArtifact(database, { ...artifact, artifactSha256: keys[1], endsAt: new Date(nowMs + 1_000) })
  const shown = { title: 'Change', reason: 'Because.', facts: [] }
  const call = { orgId: 'org_a', assistantId: 'ast_connected', personId, tool: 'update_deal', shown }
  for (const [place, endsMs] of [nowMs - 1, nowMs + 1_000].entries()) {
    const inputSha256 = Buffer.from([place])
    await askForConfirmation(database, { ...call, inputSha256, nowMs: nowMs - 60_000, endsMs })
  }

  expect(await pruneAssistants(database, { nowMs })).toBe(7)
  expect(await pruneAssistants(database, { nowMs })).toBe(0)
  const { rows } = await sql`select assistant_id as id from assistants order by 1`.execute(database)
  expect(rows).toEqual([{ id: 'ast_connected' }, { id: 'ast_open' }])
  expect(await findArtifact(database, { artifactSha256: keys[1], nowMs })).toBeDefined()
})

function addAssistant(database: Database, personId: string) {
  return async (assistantId: string, { endsMs, isTaken }: { endsMs: number; isTaken: boolean }) => {
    const [authorizationId, tokenSha256] = [`of ${assistantId}`, Buffer.from(assistantId)]
    const beganMs = endsMs - 60_000
    const scopes = ['signals:read' as const]
    await createAuthorization(database, { authorizationId, ...client, scopes, endsAt: new Date(endsMs) })
    await database.transaction().execute(async (transaction) => {
      const assistant = { assistantId, orgId: 'org_a', personId, ...client, scopes }
      await createAssistant(transaction, { ...assistant, nowMs: beganMs, endsMs: beganMs + 90 * dayMs })
      await decideAuthorization(transaction, { authorizationId, assistantId, tokenSha256, nowMs: beganMs })
    })
    if (isTaken) await takeDecision(database, { authorizationId, tokenSha256, nowMs: beganMs })
  }
}
