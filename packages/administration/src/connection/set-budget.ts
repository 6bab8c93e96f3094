import { getConnection, setConnectionBudget } from '@signalpost/database/searching'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import { defineAct } from '../define-act.ts'
import { auditedConnection, connectionTarget } from './audited-connection.ts'
import { budgetSchema } from './connection-input.ts'

const input = z.strictObject({
  connectionId: z.string(),
  orgId: orgIdSchema.optional(),
  /** Null for the platform's own budget. */
  budget: budgetSchema.nullable(),
})

/** Changes how much a connection may ask. Throws RejectedError `not_found`. */
export const setConnectionBudgetAct = defineAct({
  name: 'connection.set_budget',
  demands: 'admin',
  input,
  run: async ({ transaction, input: connection }) => {
    const before = await getConnection(transaction, connection)
    const after = await setConnectionBudget(transaction, connection)
    const states = { before: auditedConnection(before), after: auditedConnection(after) }
    return { result: after, change: changeBetween({ ...connectionTarget(after), ...states }) }
  },
})
