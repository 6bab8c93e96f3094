import { type AssistantPolicy, assistantPolicies, type Caller, may } from '@signalpost/authorization'
import { type AssistantCall, listAssistantCalls } from '@signalpost/database/assistant-calls'
import {
  type Assistant,
  findAssistant,
  getAssistantPolicy,
  listAssistants,
} from '@signalpost/database/assistants'
import { dayMs, idSchema, instantOf, instantSchema, orgIdSchema, RejectedError } from '@signalpost/domain'
import { takePage } from '@signalpost/rest'
import { z } from 'zod'
import type { ActCall, ActServices } from '../define-act.ts'
import { defineDocument, defineDocuments, defineRead } from '../define-operation.ts'
import { assistantDocument, showAssistants } from './assistant-document.ts'

const ofWorkspace = z.strictObject({ orgId: orgIdSchema })
const reference = ofWorkspace.extend({ assistantId: z.string() })

export const listAssistantsRead = defineDocuments({
  name: 'assistant.list',
  summary: 'List your assistants, and as an admin those of everyone in the workspace, the newest first.',
  demands: 'viewer',
  input: ofWorkspace,
  http: { method: 'get', path: '/assistants', errors: [] },
  output: { ...assistantDocument, description: 'A page of assistants.' },
  cursor: z.string(),
  readPage: async ({ services, caller, input: { orgId } }, { limit, after }) => {
    const personId = seesAll(caller, orgId) ? undefined : caller.actor.id
    const found = await listAssistants(services.database, { orgId, personId, after, limit: limit + 1 })
    const { items, last } = takePage(found, limit)
    return { items: await showAssistants({ services, caller }, items), nextAfter: last?.assistantId }
  },
})

/** Throws RejectedError `not_found`. */
export const getAssistantRead = defineDocument({
  name: 'assistant.get',
  summary: 'See one of your assistants, and as an admin that of anyone.',
  demands: 'viewer',
  input: reference,
  http: { method: 'get', path: '/assistants/{id}', errors: ['not_found'] },
  output: assistantDocument,
  read: async ({ services, caller, input }) => {
    const assistant = await getShownAssistant(services, caller, input)
    const [shown] = await showAssistants({ services, caller }, [assistant])
    if (shown === undefined) throw new Error('An assistant is shown as none.')
    return shown
  },
})

const callDocument = {
  description: 'A page of calls, without what was written or searched for.',
  schema: z.object({
    callId: z.string(),
    at: z.iso.datetime(),
    tool: z.string(),
    outcome: z.enum(['answered', 'asked', 'refused', 'limited', 'failed']),
    rows: z.int(),
    milliseconds: z.int(),
  }),
  of: ({ callId, at, tool, outcome, rows, milliseconds }: StoredCall) => {
    return { callId, at, tool, outcome, rows, milliseconds }
  },
}
const callCursor = z.object({ at: instantSchema, callId: z.string() })

/** Bounds what a page looks through. */
const callDays = 7

export const listAssistantCallsRead = defineDocuments({
  name: 'assistant.calls',
  summary: `See what an assistant called in the last ${callDays} days, the newest first.`,
  demands: 'viewer',
  input: reference,
  http: {
    ...{ method: 'get', path: '/assistants/{id}/calls', errors: ['not_found'] },
    operationId: 'listAssistantCalls',
  },
  output: callDocument,
  cursor: callCursor,
  readPage: async ({ services, caller, input }, page) => {
    const { orgId, assistantId } = await getShownAssistant(services, caller, input)
    const since = instantOf(services.nowMs() - callDays * dayMs)
    return readCalls(services, { orgId, assistantId, since }, page)
  },
})

export const listCallsRead = defineDocuments({
  name: 'assistant.log',
  summary: 'List the calls of assistants in a workspace, the newest first. They are kept 90 days.',
  demands: 'admin',
  input: ofWorkspace.extend({
    since: instantSchema.optional().meta({ description: 'Only calls since this time.' }),
    person: idSchema.optional().meta({ description: 'Only calls of the assistants of this person.' }),
  }),
  http: { method: 'get', path: '/assistant-calls', errors: [], operationId: 'listCallsOfAssistants' },
  output: {
    ...callDocument,
    schema: callDocument.schema.extend({
      ...{ assistantId: z.string(), personId: z.string(), characters: z.int() },
      arguments: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    }),
    of: ({ orgId: _orgId, ...call }: StoredCall) => call,
  },
  cursor: callCursor,
  readPage: ({ services, input: { orgId, since, person: personId } }, page) =>
    readCalls(services, { orgId, since, personId }, page),
})

export const getAssistantPolicyRead = defineRead({
  name: 'assistant.get_policy',
  summary: 'See what the workspace lets assistants do, and where they connect.',
  demands: 'viewer',
  input: ofWorkspace,
  http: { method: 'get', path: '/assistant-policy', errors: [], operationId: 'getAssistantPolicy' },
  output: {
    description: 'Without an address, what is missing.',
    schema: z.object({
      policy: z.enum(assistantPolicies),
      address: z.string().nullable(),
      missing: z.string().nullable(),
    }),
    of: (
      { policy }: { policy: AssistantPolicy },
      { assistantAddresses: found }: { assistantAddresses: { apiUrl: string } | { missing: string } },
    ) => ({
      policy,
      address: 'missing' in found ? null : `${found.apiUrl}/mcp`,
      missing: 'missing' in found ? found.missing : null,
    }),
  },
  read: async ({ services: { database }, input }) => ({ policy: await getAssistantPolicy(database, input) }),
})

type StoredCall = AssistantCall & { callId: string }

async function readCalls(
  { database }: Pick<ActServices, 'database'>,
  filter: Omit<Parameters<typeof listAssistantCalls>[1], 'limit' | 'before'>,
  { limit, after }: { limit: number; after: z.output<typeof callCursor> | undefined },
) {
  const found = await listAssistantCalls(database, { ...filter, before: after, limit: limit + 1 })
  const { items, last } = takePage(found, limit)
  return { items, nextAfter: last && { at: last.at, callId: last.callId } }
}

function seesAll(caller: Caller, orgId: string): boolean {
  return may(caller, { demands: 'admin' }, orgId)
}

/** Throws RejectedError `not_found` for what the caller may not see as well. */
export async function getShownAssistant(
  { database }: Pick<ActServices, 'database'>,
  caller: ActCall<unknown>['caller'],
  { orgId, assistantId }: z.output<typeof reference>,
): Promise<Assistant> {
  const assistant = await findAssistant(database, { orgId, assistantId })
  const isShown = seesAll(caller, orgId) || assistant?.personId === caller.actor.id
  if (assistant === undefined || !isShown) throw new RejectedError('not_found', 'There is no such assistant.')
  return assistant
}
