import { randomBytes } from 'node:crypto'
import { performAct } from '@signalpost/administration'
import { updateDealAct } from '@signalpost/administration/deal'
import { createPartitions, type Database } from '@signalpost/database'
import { listAuditEntries } from '@signalpost/database/acts'
import {
  askForConfirmation,
  type ConfirmedCall,
  recordAssistantCalls,
  type ShownChange,
} from '@signalpost/database/assistant-calls'
import {
  createAssistant,
  createAssistantId,
  createAuthorization,
  decideAuthorization,
  takeDecision,
} from '@signalpost/database/assistants'
import { instantOf, type Scope } from '@signalpost/domain'
import type { z } from 'zod'

const minuteMs = 60_000
const client = {
  clientId: 'https://assistant.example/client.json',
  clientName: 'Assistant',
  clientHost: 'assistant.example',
  redirectUri: 'https://assistant.example/callback',
}

type Asked = Partial<typeof client> & { scopes?: Scope[] }

/** Stores what a client asks for, and returns its id. */
export async function storeAuthorization(database: Database, asked: Asked = {}): Promise<string> {
  const authorizationId = randomBytes(32).toString('base64url')
  const endsAt = new Date(Date.now() + 10 * minuteMs)
  const scopes: Scope[] = ['signals:read', 'pipeline:write']
  await createAuthorization(database, { ...client, scopes, ...asked, authorizationId, endsAt })
  return authorizationId
}

/** Connects an assistant of a person, and returns its id. */
export async function storeAssistant(
  database: Database,
  { orgId, personId, ...asked }: Asked & { orgId: string; personId: string },
): Promise<string> {
  const nowMs = Date.now()
  const authorizationId = await storeAuthorization(database, asked)
  const [assistantId, tokenSha256] = [createAssistantId(nowMs), randomBytes(32)]
  const scopes: Scope[] = ['signals:read']
  const assistant = { ...client, scopes, ...asked, assistantId, orgId, personId }
  await database.transaction().execute(async (transaction) => {
    await createAssistant(transaction, { ...assistant, nowMs, endsMs: nowMs + 60 * minuteMs })
    await decideAuthorization(transaction, { authorizationId, assistantId, tokenSha256, nowMs })
  })
  await takeDecision(database, { authorizationId, tokenSha256, nowMs })
  return assistantId
}

/** Stores a question of an assistant to its person, and returns its id. */
export async function storeConfirmation(
  database: Database,
  {
    tool = 'update_deal',
    facts = [],
    reason = 'The deal is set to lost.',
    inputSha256 = randomBytes(32),
    lastsMs = 5 * minuteMs,
    ...asker
  }: Partial<ShownChange & ConfirmedCall> & {
    orgId: string
    personId: string
    assistantId: string
    lastsMs?: number
  },
): Promise<string> {
  const nowMs = Date.now()
  const { confirmationId } = await askForConfirmation(database, {
    ...{ ...asker, tool, inputSha256, nowMs, endsMs: nowMs + lastsMs },
    shown: { title: 'Change a deal', reason, facts },
  })
  return confirmationId
}

type Work = { orgId: string; personId: string; assistantId: string }

/** Changes a deal as an assistant does, and returns the entry of the audit log. */
export async function storeWrite(
  database: Database,
  { orgId, personId, assistantId, ...change }: Work & Omit<z.input<typeof updateDealAct.input>, 'orgId'>,
): Promise<string> {
  const caller = {
    actor: { kind: 'assistant' as const, id: assistantId },
    ...{
      memberId: personId,
      orgId,
      role: 'member' as const,
      isOperator: false,
      address: null,
      requestId: null,
    },
  }
  const services = { database, nowMs: Date.now }
  await performAct(services, { caller, act: updateDealAct, input: { orgId, ...change } })
  const [entry] = await listAuditEntries(database, { orgId, actorId: assistantId }, { limit: 1 })
  return entry?.auditId ?? ''
}

/** Stores a call of each outcome. */
export async function storeCalls(database: Database, work: Work): Promise<void> {
  const nowMs = Date.now()
  await createPartitions(database, { nowMs })
  const call = { ...work, arguments: {}, rows: 3, characters: 900, milliseconds: 12 }
  const outcomes = ['answered', 'asked', 'refused', 'limited', 'failed'] as const
  await recordAssistantCalls(
    database,
    outcomes.map((outcome, index) => {
      return { ...call, tool: 'what_needs_attention', outcome, at: instantOf(nowMs - index * minuteMs) }
    }),
  )
}
