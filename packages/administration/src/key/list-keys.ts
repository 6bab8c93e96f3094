import { listApiKeys, listNewestApiKeys } from '@signalpost/database/access'
import { findPeopleNames } from '@signalpost/database/people'
import { orgIdSchema } from '@signalpost/domain'
import { takePage } from '@signalpost/rest'
import { z } from 'zod'
import { definePages } from '../define-operation.ts'
import { keyDocument, type ListedKey } from './key-document.ts'

export const listKeysRead = definePages({
  name: 'key.list',
  summary: "List a workspace's API keys, without their secrets.",
  demands: 'viewer',
  input: z.strictObject({ orgId: orgIdSchema }),
  http: { method: 'get', path: '/keys', errors: [] },
  output: { ...keyDocument, description: 'A page of keys, without their secrets.' },
  /** `createdAt` is PostgreSQL's text: it has microseconds. */
  cursor: z.object({ createdAt: z.string(), id: z.string() }),
  read: async ({ services: { database }, input }): Promise<ListedKey[]> => listApiKeys(database, input),
  readPage: async ({ services: { database }, input: { orgId } }, { limit, after }) => {
    const found = await listNewestApiKeys(database, { orgId }, { limit: limit + 1, after })
    const { items: keys, last } = takePage(found, limit)
    const owners = keys.flatMap(({ owner }) => (owner === null ? [] : [owner.id]))
    const names = await findPeopleNames(database, owners)
    return {
      items: keys.map((key) => ({ ...key, ownerName: names.get(key.owner?.id ?? '') })),
      nextAfter: last && { createdAt: last.createdAtExactly, id: last.keyId },
    }
  },
})
