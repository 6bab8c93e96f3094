import type { DatabaseTransaction } from '@signalpost/database'
import {
  addPersonLogin,
  createPerson,
  findDisabledHolder,
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
import { type ActWork, defineAct } from '../define-act.ts'
import { personTarget } from '../person/audited-person.ts'
import { emailSchema } from '../person/email-schema.ts'
import type { PersonActServices } from '../person/person-services.ts'
import { hasPart } from './has-part.ts'
import { findProven } from './prove-address.ts'
import { agentSchema, replacedSchema, startSession } from './start-session.ts'
import { isStillOffered } from './still-offered.ts'
import { takeUpInvitations } from './take-up-invitations.ts'

const input = z.strictObject({
  issuer: z.string(),
  subject: z.string(),
  /** Null unless the provider verified it, or the operator trusts it anyway. */
  verifiedEmail: emailSchema.nullable().catch(null),
  /** Why it is null. */
  emailFault: z.enum(['missing', 'unverified', 'unsaid']).optional(),
  name: z.string().nullable(),
  agent: agentSchema,
  /** Whole domains whose people join as viewers. */
  domains: z.array(z.string()),
  replaced: replacedSchema,
})

type Identity = z.output<typeof input>
type Work = ActWork<Identity, PersonActServices>

/**
 * Logs in a person that an identity provider vouches for, and accepts the invitations of their verified address.
 * Throws RejectedError `forbidden` for anyone who was not invited, which says where the address does not count.
 */
export const logInByOidcAct = defineAct({
  name: 'login.by_oidc',
  demands: 'nobody',
  input,
  run: async ({ transaction, services, caller, input: identity }: Work) => {
    const nowMs = services.nowMs()
    const login = await lockPersonLogin(transaction, identity)
    const invitations = await findInvitations(transaction, identity, { login, nowMs })
    const personId = login?.personId ?? (await admit(transaction, identity, { invitations, nowMs }))
    // Who was named before keeps that name.
    if (identity.name !== null)
      await setPersonName(transaction, { personId, name: identity.name, onlyIfUnnamed: true })
    await takeUpInvitations(transaction, { personId, invitations, nowMs })
    if (!(await hasPart(transaction, { personId }))) throw notInvited()
    const { agent, issuer, replaced } = identity
    const started = await startSession(transaction, { services, caller }, { personId, agent, replaced })
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
  if (isOther || (holder === undefined && (await isDisabled(transaction, email)))) return []
  const invitations: Invitation[] = []
  for (const invitation of await lockInvitationsOf(transaction, { email, nowMs })) {
    if (await isStillOffered(transaction, invitation)) invitations.push(invitation)
  }
  return invitations
}

async function isDisabled(transaction: DatabaseTransaction, email: string): Promise<boolean> {
  return (await findDisabledHolder(transaction, email)) !== undefined
}

/** Returns the person of a login that is new here. */
async function admit(
  transaction: DatabaseTransaction,
  { issuer, subject, verifiedEmail: email, emailFault, name, domains }: Identity,
  { invitations, nowMs }: { invitations: readonly Invitation[]; nowMs: number },
): Promise<string> {
  if (email === null) throw emailRefused(emailFault)
  const holder = await findPersonByEmail(transaction, email)
  const joinsByDomain =
    holder === undefined && domains.includes(domainOf(email)) && !(await isDisabled(transaction, email))
  if (invitations.length === 0 && !joinsByDomain) throw notInvited()
  const isOperator = invitations.some((invitation) => invitation.isOperator)
  // People of a whole domain join every workspace, so every workspace vouches for them.
  const vouching = joinsByDomain ? {} : { vouching: invitations.map(({ orgId }) => orgId) }
  const known = holder ?? (await findProven(transaction, { email, ...vouching, nowMs }))
  const { personId } = known ?? (await createPerson(transaction, { email, name, isOperator, nowMs }))
  await addPersonLogin(transaction, { issuer, subject, personId, nowMs })
  if (invitations.length === 0) await joinWorkspaces(transaction, { personId, role: 'viewer', nowMs })
  return personId
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1)
}

const emailFaults = {
  missing: 'The identity provider sent no mail address, by which an invitation could be found.',
  unverified: 'The identity provider says that the mail address of this account is not verified.',
  unsaid:
    'The identity provider does not say whether the mail address of this account is verified. An operator can trust it: see SIGNALPOST_OIDC_TRUST_EMAIL.',
}

/** An address that is none counts as missing. */
function emailRefused(fault: Identity['emailFault'] = 'missing'): RejectedError {
  return new RejectedError('forbidden', emailFaults[fault])
}

function notInvited(): RejectedError {
  return new RejectedError('forbidden', 'This account has no access. Ask an admin for an invitation.')
}
