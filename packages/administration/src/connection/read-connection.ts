import { getConnection, listConnections } from '@signalpost/database/searching'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineList, defineLookup } from '../define-operation.ts'
import { connectionDocument, connectionReference } from './connection-document.ts'

export const listConnectionsRead = defineList({
  name: 'connection.list',
  summary: "List a workspace's connections to platforms, without their secrets.",
  demands: 'viewer',
  input: z.strictObject({ orgId: orgIdSchema }),
  http: { method: 'get', path: '/connections', errors: [] },
  output: { ...connectionDocument, description: 'All of them.' },
  read: ({ services: { database }, input: { orgId } }) => listConnections(database, orgId),
  idOf: ({ connectionId }) => connectionId,
})

/** Throws RejectedError `not_found`. */
export const getConnectionLookup = defineLookup({
  demands: 'viewer',
  input: connectionReference,
  foundIn: listConnectionsRead,
  subject: 'connectionId',
  read: ({ services: { database }, input }) => getConnection(database, input),
})
