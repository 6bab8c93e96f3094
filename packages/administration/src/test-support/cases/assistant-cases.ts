import { createToken, hashToken } from '@signalpost/authorization'
import { askForConfirmation } from '@signalpost/database/assistant-calls'
import {
  createAssistant,
  createAssistantId,
  createAuthorization,
  decideAuthorization,
  takeDecision,
} from '@signalpost/database/assistants'
import { setMembership } from '@signalpost/database/people'
import { sql } from 'kysely'
import type { ActServices } from '../../define-act.ts'
import type { ActCase, StoreServices } from '../act-case.ts'

const client = {
  clientId: 'https://assistant.example/client.json',
  clientName: 'Assistant',
  clientHost: 'assistant.example',
  redirectUri: 'https://assistant.example/callback',
}
const asked = ['signals:read' as const, 'pipeline:write' as const]
const minuteMs = 60_000

/** One case for each act of assistants. */
export const assistantCases: Record<string, ActCase<StoreServices>> = {
  'assistant.connect': {
    prepare: async (services, orgId) => {
      await joinAdmin(services, orgId)
      return { authorizationId: await addAuthorization(services), orgId, scopes: ['signals:read'] }
    },
    refused: { authorizationId: 'missing', orgId: 'org_missing', scopes: ['signals:read'] },
  },
  'assistant.disconnect': { prepare: addAssistant, refused: { assistantId: 'ast_missing' } },
  'assistant.confirm': {
    prepare: async (services, orgId) => ({
      ...(await addConfirmation(services, orgId)),
      decision: 'allow',
    }),
    refused: { orgId: 'org_missing', confirmationId: 'cnf_missing', decision: 'allow' },
  },
  'assistant.get_confirmation': {
    prepare: addConfirmation,
    refused: { orgId: 'org_missing', confirmationId: 'cnf_missing' },
  },
}

async function joinAdmin({ database }: ActServices, orgId: string): Promise<void> {
  await sql`
    insert into people (person_id, created_at) values ('usr_admin', now()) on conflict do nothing`.execute(
    database,
  )
  await database
    .transaction()
    .execute((transaction) =>
      setMembership(transaction, { orgId, personId: 'usr_admin', role: 'admin', nowMs: Date.now() }),
    )
}

/** Stores what a client asks for, and returns its id. */
export async function addAuthorization({ database }: Pick<ActServices, 'database'>): Promise<string> {
  const authorizationId = createToken()
  const endsAt = new Date(Date.now() + 10 * minuteMs)
  await createAuthorization(database, { authorizationId, ...client, scopes: asked, endsAt })
  return authorizationId
}

/** Stores a question of an assistant to its person. */
async function addConfirmation(
  services: StoreServices,
  orgId: string,
): Promise<{ orgId: string; confirmationId: string }> {
  const { database, nowMs, personId = 'usr_admin' } = services
  const { assistantId } = await addAssistant(services, orgId)
  const { confirmationId } = await askForConfirmation(database, {
    ...{ orgId, assistantId, personId, tool: 'update_deal', inputSha256: Buffer.alloc(32) },
    shown: { title: 'Change a deal', reason: 'The deal is set to lost.', facts: [] },
    ...{ nowMs: nowMs(), endsMs: nowMs() + 5 * minuteMs },
  })
  return { orgId, confirmationId }
}

export async function addAssistant(services: ActServices, orgId: string): Promise<{ assistantId: string }> {
  await joinAdmin(services, orgId)
  const { database } = services
  const authorizationId = await addAuthorization(services)
  const nowMs = Date.now()
  const [assistantId, tokenSha256] = [createAssistantId(nowMs), hashToken(createToken())]
  await database.transaction().execute(async (transaction) => {
    const owner = { assistantId, orgId, personId: 'usr_admin' }
    await createAssistant(transaction, {
      ...client,
      ...owner,
      scopes: asked,
      nowMs,
      endsMs: nowMs + minuteMs,
    })
    await decideAuthorization(transaction, { authorizationId, assistantId, tokenSha256, nowMs })
  })
  await takeDecision(database, { authorizationId, tokenSha256, nowMs })
  return { assistantId }
}
