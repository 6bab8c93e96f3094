import { listWorkspaces } from '@signalpost/database/access'
import { z } from 'zod'
import { defineLookup } from '../define-operation.ts'

/** All workspaces of the installation. */
export const listWorkspacesLookup = defineLookup({
  demands: 'operator',
  input: z.strictObject({}),
  read: ({ services: { database } }) => listWorkspaces(database),
})
