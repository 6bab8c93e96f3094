import { createToken, hashToken, scopesOfRole } from '@signalpost/authorization'
import {
  createAssistant,
  createAssistantId,
  decideAuthorization,
  findAuthorization,
  getAssistantPolicy,
} from '@signalpost/database/assistants'
import { findMembership } from '@signalpost/database/people'
import { dayMs, type Issue, orgIdSchema, RejectedError, type Scope, scopes } from '@signalpost/domain'
import { z } from 'zod'
import { type ActServices, type ActWork, defineAct } from '../define-act.ts'
import { assistantAudit } from './assistant-document.ts'

const lastsMs = 90 * dayMs

const input = z.strictObject({
  authorizationId: z.string().max(200),
  /** The workspace in which the assistant acts. */
  orgId: orgIdSchema,
  /** Of those that the client asks for. */
  scopes: z.array(z.enum(scopes)).min(1, 'expected at least one scope'),
})

export type DecisionServices = Pick<ActServices, 'database' | 'nowMs'>

/**
 * Connects an assistant that acts as the caller in one workspace. Returns the token with which the browser that began
 * takes the decision. Throws RejectedError: `not_found` for a request that is over and for a workspace without the
 * person, `conflict` for one that was decided, `forbidden` where the workspace lets no assistant in, `invalid_request` for
 * scopes that were not asked for or that the role forbids.
 */
export const connectAssistantAct = defineAct({
  name: 'assistant.connect',
  demands: 'person',
  input,
  run: async ({
    transaction,
    services,
    caller,
    input: { authorizationId, orgId, scopes: granted },
  }: ActWork<z.output<typeof input>, DecisionServices>) => {
    const nowMs = services.nowMs()
    const personId = caller.actor.id
    const membership = await findMembership(transaction, { orgId, personId })
    if (membership === undefined) throw new RejectedError('not_found', 'There is no such workspace.')
    const authorization = await findAuthorization(transaction, { authorizationId, nowMs })
    if (authorization === undefined) throw isOverError()
    if (authorization.isDecided) throw isDecidedError()
    if ((await getAssistantPolicy(transaction, { orgId })) === 'off') {
      throw new RejectedError('forbidden', 'This workspace does not let assistants in. Ask an admin.')
    }
    checkScopes(granted, { asked: authorization.scopes, allowed: scopesOfRole(membership.role) })
    const { authorizationId: _id, scopes: _asked, endsAt: _ends, isDecided: _open, ...client } = authorization
    const assistant = await createAssistant(transaction, {
      ...{ ...client, assistantId: createAssistantId(nowMs), orgId, personId },
      ...{ scopes: scopes.filter((scope) => granted.includes(scope)), nowMs, endsMs: nowMs + lastsMs },
    })
    const { assistantId } = assistant
    const token = createToken()
    const decision = { authorizationId, assistantId, tokenSha256: hashToken(token), nowMs }
    if (!(await decideAuthorization(transaction, decision))) throw isDecidedError()
    return {
      result: { assistantId, token },
      change: assistantAudit.created(assistant).change,
    }
  },
})

/**
 * Denies what a client asks for, which changes nothing and leaves no audit row. Returns the token with which the browser
 * that began takes the decision. Throws RejectedError: `not_found`, `conflict`.
 */
export async function denyAssistant(
  { database, nowMs }: DecisionServices,
  { authorizationId }: { authorizationId: string },
): Promise<{ token: string }> {
  const authorization = await findAuthorization(database, { authorizationId, nowMs: nowMs() })
  if (authorization === undefined) throw isOverError()
  const token = createToken()
  const decision = { authorizationId, assistantId: null, tokenSha256: hashToken(token), nowMs: nowMs() }
  if (!(await decideAuthorization(database, decision))) throw isDecidedError()
  return { token }
}

function checkScopes(
  granted: readonly Scope[],
  { asked, allowed }: { asked: readonly Scope[]; allowed: readonly Scope[] },
): void {
  const issues = granted.flatMap((scope, index): Issue[] => {
    if (!asked.includes(scope))
      return [{ path: `scopes.${index}`, message: 'expected a scope that was asked for' }]
    if (!allowed.includes(scope))
      return [{ path: `scopes.${index}`, message: 'expected a scope of your role' }]
    return []
  })
  if (issues.length > 0) throw new RejectedError('invalid_request', 'The input is not valid.', { issues })
}

function isOverError(): RejectedError {
  return new RejectedError('not_found', 'This request is over. Connect the application again.')
}

function isDecidedError(): RejectedError {
  return new RejectedError('conflict', 'This request was decided already.')
}
