import { deleteConnection, getConnection } from '@signalpost/database/searching'
import { defineOperation } from '../define-operation.ts'
import { auditedConnection, connectionTarget } from './audited-connection.ts'
import { connectionDocument, connectionReference } from './connection-document.ts'

/** Throws RejectedError `not_found`. */
export const deleteConnectionAct = defineOperation({
  name: 'connection.delete',
  summary: 'Delete a connection with its credentials.',
  demands: 'admin',
  input: connectionReference,
  http: { method: 'delete', path: '/connections/{id}', errors: ['not_found'] },
  output: { ...connectionDocument, description: 'What was deleted.' },
  run: async ({ transaction, input: connection }) => {
    const before = await getConnection(transaction, connection)
    await deleteConnection(transaction, connection)
    const states = { before: auditedConnection(before), after: null }
    return { result: before, change: { ...connectionTarget(before), ...states } }
  },
})
