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

/**
 * Cursors signed with HMAC-SHA256 under a key derived from the first master key (HKDF), so that every copy opens them.
 * Those of the other keys are opened too.
 */
export function createCursors(...masterKeys: readonly [newest: Buffer, ...older: Buffer[]]): Cursors {
  const derive = (masterKey: Buffer) => Buffer.from(hkdfSync('sha256', masterKey, '', 'cursor', 32))
  const newest = derive(masterKeys[0])
  const keys = masterKeys.map(derive)
  const sign = (key: Buffer, scope: CursorScope, content: string): string =>
    createHmac('sha256', key)
      .update(canonicalJson([scope.route, scope.orgId, scope.filters, content]))
      .digest('base64url')

  return {
    seal: (scope, content) => {
      const encoded = Buffer.from(JSON.stringify(content)).toString('base64url')
      return `${encoded}.${sign(newest, scope, encoded)}`
    },
    open: (scope, cursor, schema) => {
      const [, encoded, signature] = /^([\w-]+)\.([\w-]{43})$/.exec(cursor) ?? []
      if (encoded === undefined || signature === undefined) throw invalidCursor()
      // As text: the last character of base64url has bits that decoding drops.
      const given = Buffer.from(signature)
      const isSigned = keys.some((key) => timingSafeEqual(given, Buffer.from(sign(key, scope, encoded))))
      if (!isSigned) throw invalidCursor()
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
