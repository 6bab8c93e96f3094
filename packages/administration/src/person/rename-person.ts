import { getPerson, setPersonName } from '@signalpost/database/people'
import { nameSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineAct } from '../define-act.ts'
import { personTarget } from './audited-person.ts'

/** Changes the name of the caller, as everyone in their workspaces sees it. Returns the name. */
export const renameOneselfAct = defineAct({
  name: 'person.rename',
  demands: 'person',
  input: z.strictObject({ name: nameSchema }),
  run: async ({ transaction, caller, input: { name } }) => {
    const personId = caller.actor.id
    const before = await getPerson(transaction, { personId })
    const isChanged = await setPersonName(transaction, { personId, name })
    const result = { personId, name }
    if (!isChanged) return { result }
    const states = { before: { name: before.name }, after: { name } }
    return { result, change: { orgId: null, ...personTarget(personId), ...states } }
  },
})
