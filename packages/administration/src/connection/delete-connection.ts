import { deleteConnection, getConnection } from '@signalpost/database/searching'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineAct } from '../define-act.ts'
import { auditedConnection, connectionTarget } from './audited-connection.ts'

const input = z.strictObject({ connectionId: z.string(), orgId: orgIdSchema.optional() })

/** Deletes a connection with its secrets. Throws RejectedError `not_found`. */
export const deleteConnectionAct = defineAct({
  name: 'connection.delete',
  demands: 'admin',
  input,
  run: async ({ transaction, input: connection }) => {
    const before = await getConnection(transaction, connection)
    await deleteConnection(transaction, connection)
    const states = { before: auditedConnection(before), after: null }
    return { result: before, change: { ...connectionTarget(before), ...states } }
  },
})
