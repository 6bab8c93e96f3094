import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { canonicalJson } from '@signalpost/domain'
import type { z } from 'zod'
import { invalidRequest } from './invalid-request.ts'

/** What a cursor belongs to. It opens nowhere else. */
export type CursorScope = { route: string; orgId: string; filters: Record<string, unknown> }

export type Cursors = {
  seal: (scope: CursorScope, content: unknown) => string
  /** Throws RejectedError `invalid_request` for text that was not sealed for this scope. */
  open: <Schema extends z.ZodType>(scope: CursorScope, cursor: string, schema: Schema) => z.infer<Schema>
}

/** Cursors signed with HMAC-SHA256 under a key derived from the master key (HKDF), so that every copy opens them. */
export function createCursors(masterKey: Buffer): Cursors {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'cursor', 32))
  const sign = (scope: CursorScope, content: string): Buffer =>
    createHmac('sha256', key)
      .update(canonicalJson([scope.route, scope.orgId, scope.filters, content]))
      .digest()

  return {
    seal: (scope, content) => {
      const encoded = Buffer.from(JSON.stringify(content)).toString('base64url')
      return `${encoded}.${sign(scope, encoded).toString('base64url')}`
    },
    open: (scope, cursor, schema) => {
      const [, encoded, signature] = /^([\w-]+)\.([\w-]{43})$/.exec(cursor) ?? []
      if (encoded === undefined || signature === undefined) throw invalidCursor()
      // As text: the last character of base64url has bits that decoding drops.
      const right = sign(scope, encoded).toString('base64url')
      if (!timingSafeEqual(Buffer.from(signature), Buffer.from(right))) throw invalidCursor()
      const parsed = schema.safeParse(JSON.parse(Buffer.from(encoded, 'base64url').toString()))
      if (!parsed.success) throw invalidCursor()
      return parsed.data
    },
  }
}

function invalidCursor(): Error {
  return invalidRequest([
    { path: 'cursor', message: 'expected a nextCursor of this list with the same filters' },
  ])
}
