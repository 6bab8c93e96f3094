import { createPerson, lockAdmins, setMembership } from '@signalpost/database/people'
import { orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { defineAct } from '../define-act.ts'
import { auditedPerson, personTarget } from '../person/audited-person.ts'

const demoOrgId = 'org_demo'

const input = z.strictObject({ orgId: orgIdSchema.optional() })

/** Makes sure that the demo workspace has an admin, and returns one. */
export const createDemoAdminAct = defineAct({
  name: 'demo.create_admin',
  demands: 'operator',
  needsRecentLogin: true,
  input,
  run: async ({ transaction, services, input: { orgId = demoOrgId } }) => {
    if (orgId !== demoOrgId) throw new RejectedError('not_found', 'There is no demo in this workspace.')
    const [known] = await lockAdmins(transaction, { orgId })
    if (known !== undefined) return { result: { personId: known } }
    const nowMs = services.nowMs()
    const person = await createPerson(transaction, { email: null, name: 'Admin', isOperator: true, nowMs })
    const { personId } = person
    await setMembership(transaction, { orgId, personId, role: 'admin', nowMs })
    const after = { ...auditedPerson(person), role: 'admin' }
    return { result: { personId }, change: { orgId, ...personTarget(personId), before: null, after } }
  },
})
