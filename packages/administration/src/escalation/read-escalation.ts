import { getEscalation, listEscalations } from '@signalpost/database/rules'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineList, defineLookup } from '../define-operation.ts'
import { escalationDocument, escalationReference } from './escalation-document.ts'

export const listEscalationsRead = defineList({
  name: 'escalation.list',
  summary: "List a workspace's escalations, including those that ended, newest first.",
  demands: 'viewer',
  input: z.strictObject({ orgId: orgIdSchema }),
  http: { method: 'get', path: '/escalations', errors: [] },
  output: { ...escalationDocument, description: 'All of them.' },
  read: ({ services: { database }, input: { orgId } }) => listEscalations(database, orgId),
  idOf: ({ escalationId }) => escalationId,
})

/** Throws RejectedError `not_found`. */
export const getEscalationRead = defineLookup({
  demands: 'viewer',
  input: escalationReference,
  foundIn: listEscalationsRead,
  subject: 'escalationId',
  read: ({ services: { database }, input }) => getEscalation(database, input),
})
