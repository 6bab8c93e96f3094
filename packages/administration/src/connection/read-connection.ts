import { getConnection, listConnections } from '@signalpost/database/searching'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineCommandRead, defineLookup } from '../define-operation.ts'
import { connectionReference } from './connection-document.ts'

export const listConnectionsRead = defineCommandRead({
  name: 'connection.list',
  summary: "List a workspace's connections to platforms, without their secrets.",
  demands: 'viewer',
  input: z.strictObject({ orgId: orgIdSchema }),
  read: ({ services: { database }, input: { orgId } }) => listConnections(database, orgId),
})

/** Throws RejectedError `not_found`. */
export const getConnectionLookup = defineLookup({
  demands: 'viewer',
  input: connectionReference,
  read: ({ services: { database }, input }) => getConnection(database, input),
})
