import { roles } from '@signalpost/authorization'
import {
  getPerson,
  renewSessionsOf,
  revokeInvitationsAround,
  setMembership,
  setPersonName,
} from '@signalpost/database/people'
import { nameSchema, orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import { defineChoice, defineCommandAct } from '../define-operation.ts'
import { auditedMembership, personTarget, withRevoked } from './audited-person.ts'
import { getMembership } from './get-membership.ts'
import { keepAnAdmin } from './keep-an-admin.ts'

const input = z
  .strictObject({
    orgId: orgIdSchema,
    personId: z.string(),
    role: z.enum(roles).optional(),
    name: nameSchema.optional(),
  })
  .refine(({ role, name }) => role !== undefined || name !== undefined, {
    message: 'expected a role or a name',
  })

/**
 * Changes a person's role in a workspace; their sessions get new tokens. A lower role also ends the open invitations to
 * and from them there. An operator can also change the name, which every workspace of the person sees. Throws
 * RejectedError: `not_found`, `forbidden`, `conflict` for the last admin.
 */
export const editPersonAct = defineCommandAct({
  name: 'person.edit',
  summary: "Change a person's role in a workspace, their name, or whether they are an operator.",
  demands: 'admin',
  needsRecentLogin: true,
  input,
  run: async ({
    transaction,
    services,
    caller,
    input: { orgId, personId, role: newRole, name: newName },
  }) => {
    const membership = await getMembership(transaction, { orgId, personId })
    const person = await getPerson(transaction, { personId })
    const role = newRole ?? membership.role
    const name = newName ?? person.name
    if (name !== person.name && name !== null) {
      if (!caller.isOperator)
        throw new RejectedError('forbidden', 'Only an operator can change the name of someone else.')
      await setPersonName(transaction, { personId, name })
    }
    const nowMs = services.nowMs()
    if (role !== membership.role) {
      if (role !== 'admin') await keepAnAdmin(transaction, caller, { orgId, personId })
      await setMembership(transaction, { orgId, personId, role, nowMs })
      await renewSessionsOf(transaction, { personId })
    }
    const isLower = roles.indexOf(role) < roles.indexOf(membership.role)
    const around = { orgId, personId, email: person.email ?? person.unprovenEmail, nowMs }
    const revoked = isLower ? await revokeInvitationsAround(transaction, around) : []
    const before = { ...auditedMembership(membership), name: person.name }
    const after = { ...auditedMembership({ ...membership, role }), name }
    const states = withRevoked({ before, after }, revoked)
    const change = changeBetween({ orgId, ...personTarget(personId), ...states })
    return { result: { orgId, personId, role, ...(newName !== undefined && { name: newName }) }, change }
  },
})

/** Over HTTP, operators change no names. */
export const setRoleChoice = defineChoice({
  name: 'person.set_role',
  summary: 'Change the role of a person.',
  demands: 'admin',
  input: z.strictObject({ orgId: orgIdSchema, personId: z.string(), role: z.enum(roles) }),
  http: {
    ...{ method: 'patch', path: '/people/{id}', errors: ['not_found', 'login_required', 'conflict'] },
    operationId: 'editPerson',
  },
  output: {
    description: 'The role. Their sessions get new tokens.',
    schema: z.object({ personId: z.string(), role: z.enum(roles) }),
    of: ({ personId, role }) => ({ personId, role }),
  },
  example: { role: 'viewer' },
  choose: () => editPersonAct,
})
