import { findWorkspace } from '@signalpost/database/access'
import { createConnection } from '@signalpost/database/searching'
import { orgIdSchema, platforms, RejectedError } from '@signalpost/domain'
import { getPlatform } from '@signalpost/platforms'
import { z } from 'zod'
import { defineOperation } from '../define-operation.ts'
import { auditedConnection, connectionTarget } from './audited-connection.ts'
import { connectionDocument } from './connection-document.ts'
import { baseUrlSchema, budgetSchema, checkSecrets } from './connection-input.ts'

/**
 * Throws RejectedError: `invalid_request`, `not_found`, and `conflict` if the workspace has a connection to the platform.
 */
export const createConnectionAct = defineOperation({
  name: 'connection.create',
  summary: 'Connect a workspace to a platform, with credentials and a budget of its own.',
  demands: 'admin',
  input: z.strictObject({
    orgId: orgIdSchema,
    platform: z.enum(platforms),
    baseUrl: baseUrlSchema.nullable().default(null),
    budget: budgetSchema.nullable().default(null),
    secrets: z.record(z.string(), z.string()).default({}),
  }),
  http: { method: 'post', path: '/connections', status: 201, errors: ['conflict'] },
  output: connectionDocument,
  run: async ({ transaction, services, input: connection }) => {
    const definition = getPlatform(connection.platform)
    if (definition.access === 'provider') {
      const issues = [{ path: 'platform', message: definition.requirement }]
      throw new RejectedError('invalid_request', `${definition.title} cannot be searched.`, { issues })
    }
    checkSecrets(definition, connection.secrets)
    if ((await findWorkspace(services.database, connection.orgId)) === undefined) {
      throw new RejectedError('not_found', 'There is no such workspace.')
    }
    const { secretBox, cell } = services
    const created = await createConnection(transaction, secretBox, { ...connection, cell })
    const states = { before: null, after: auditedConnection(created) }
    return { result: created, change: { ...connectionTarget(created), ...states } }
  },
})
