import { getConnection, setConnectionBudget } from '@signalpost/database/searching'
import { changeBetween } from '../change-between.ts'
import { defineOperation } from '../define-operation.ts'
import { auditedConnection, connectionTarget } from './audited-connection.ts'
import { connectionDocument, connectionReference } from './connection-document.ts'
import { budgetSchema } from './connection-input.ts'

/** Throws RejectedError `not_found`. */
export const setConnectionBudgetAct = defineOperation({
  name: 'connection.set_budget',
  summary: 'Change how many requests a connection may make in a window of time.',
  demands: 'admin',
  input: connectionReference.extend({
    budget: budgetSchema.nullable().meta({ description: "Null means the platform's own." }),
  }),
  http: {
    ...{ method: 'patch', path: '/connections/{id}', errors: ['not_found'] },
    operationId: 'setConnectionBudget',
  },
  output: connectionDocument,
  example: { budget: { most: 10, windowMs: 60_000 } },
  run: async ({ transaction, input: connection }) => {
    const before = await getConnection(transaction, connection)
    const after = await setConnectionBudget(transaction, connection)
    const states = { before: auditedConnection(before), after: auditedConnection(after) }
    return { result: after, change: changeBetween({ ...connectionTarget(after), ...states }) }
  },
})
