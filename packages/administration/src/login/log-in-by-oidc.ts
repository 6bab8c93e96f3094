import type { DatabaseTransaction } from '@signalpost/database'
import {
  addPersonLogin,
  createPerson,
  findPersonByEmail,
  hasLoginAt,
  type Invitation,
  joinWorkspaces,
  lockInvitationsOf,
  lockPersonLogin,
  setPersonName,
} from '@signalpost/database/people'
import { RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { defineAct } from '../define-act.ts'
import { personTarget } from '../person/audited-person.ts'
import { emailSchema } from '../person/email-schema.ts'
import { hasPart } from './has-part.ts'
import { agentSchema, startSession } from './start-session.ts'
import { takeUpInvitations } from './take-up-invitations.ts'

const input = z.strictObject({
  issuer: z.string(),
  subject: z.string(),
  /** Null unless the provider verified it. */
  verifiedEmail: emailSchema.nullable().catch(null),
  name: z.string().nullable(),
  agent: agentSchema,
  /** Whole domains whose people join as viewers. */
  domains: z.array(z.string()),
})

type Identity = z.output<typeof input>

/**
 * Logs in a person that an identity provider vouches for, and accepts the invitations of their verified address.
 * Throws RejectedError `forbidden` for anyone who was not invited.
 */
export const logInByOidcAct = defineAct({
  name: 'login.by_oidc',
  demands: 'nobody',
  input,
  run: async ({ transaction, services, caller, input: identity }) => {
    const nowMs = services.nowMs()
    const login = await lockPersonLogin(transaction, identity)
    const invitations = await findInvitations(transaction, identity, { login, nowMs })
    const personId = login?.personId ?? (await admit(transaction, identity, { invitations, nowMs }))
    // Who was named before keeps that name.
    if (identity.name !== null)
      await setPersonName(transaction, { personId, name: identity.name, onlyIfUnnamed: true })
    await takeUpInvitations(transaction, { personId, invitations, nowMs })
    if (!(await hasPart(transaction, { personId }))) throw notInvited()
    const { agent, issuer } = identity
    const started = await startSession(transaction, caller, { personId, agent, nowMs })
    const taken = invitations.map(({ invitationId, orgId, role }) => ({ invitationId, orgId, role }))
    const after = { issuer, invitations: taken, sessionId: started.sessionId }
    const actor = { kind: 'person', id: personId } as const
    return { result: started, change: { orgId: null, ...personTarget(personId), before: null, after, actor } }
  },
})

/** Refuses the address of another person, even if the provider verified it. */
async function findInvitations(
  transaction: DatabaseTransaction,
  { issuer, verifiedEmail: email }: Identity,
  { login, nowMs }: { login: { personId: string } | undefined; nowMs: number },
): Promise<Invitation[]> {
  if (email === null) return []
  const holder = await findPersonByEmail(transaction, email)
  const isOther =
    holder !== undefined &&
    (login === undefined
      ? await hasLoginAt(transaction, { personId: holder.personId, issuer })
      : login.personId !== holder.personId)
  return isOther ? [] : lockInvitationsOf(transaction, { email, nowMs })
}

/** Returns the person of a login that is new here. */
async function admit(
  transaction: DatabaseTransaction,
  { issuer, subject, verifiedEmail: email, name, domains }: Identity,
  { invitations, nowMs }: { invitations: readonly Invitation[]; nowMs: number },
): Promise<string> {
  if (email === null) throw notInvited()
  const holder = await findPersonByEmail(transaction, email)
  const joinsByDomain = holder === undefined && domains.includes(domainOf(email))
  if (invitations.length === 0 && !joinsByDomain) throw notInvited()
  const isOperator = invitations.some((invitation) => invitation.isOperator)
  const { personId } = holder ?? (await createPerson(transaction, { email, name, isOperator, nowMs }))
  await addPersonLogin(transaction, { issuer, subject, personId, nowMs })
  if (invitations.length === 0) await joinWorkspaces(transaction, { personId, role: 'viewer', nowMs })
  return personId
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1)
}

function notInvited(): RejectedError {
  return new RejectedError('forbidden', 'This account has no access. Ask an admin for an invitation.')
}
