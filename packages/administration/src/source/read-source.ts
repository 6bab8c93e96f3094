import { getSource, listSources } from '@signalpost/database/access'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineList, defineRead } from '../define-operation.ts'
import { sourceDocument, sourceReference } from './source-document.ts'

export const listSourcesRead = defineList({
  name: 'source.list',
  summary: "List a workspace's sources.",
  demands: 'viewer',
  input: z.strictObject({ orgId: orgIdSchema }),
  http: { method: 'get', path: '/sources', errors: [] },
  output: { ...sourceDocument, description: 'All of them, the oldest first.' },
  read: ({ services: { database }, input: { orgId } }) => listSources(database, orgId),
  idOf: ({ sourceId }) => sourceId,
})

/** Throws RejectedError `not_found`. */
export const getSourceRead = defineRead({
  name: 'source.get',
  summary: 'See one source.',
  demands: 'viewer',
  input: sourceReference,
  http: { method: 'get', path: '/sources/{id}', errors: ['not_found'] },
  output: { ...sourceDocument, description: 'The source, without its secrets.' },
  read: ({ services: { database }, input }) => getSource(database, input),
})
