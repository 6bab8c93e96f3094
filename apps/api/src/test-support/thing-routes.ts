import { randomUUID } from 'node:crypto'
import type { Database } from '@signalpost/database'
import { idSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute, defineWrite, type Route } from '../face/define-routes.ts'

/** The limit of `addThing`. */
export const maxBodyBytes = 1_048_576

const described = { summary: 's', description: 'd', params: z.object({}), query: z.object({}), errors: [] }
const storedSchema = z.object({ id: z.string(), count: z.int() })
const success = { status: 201, description: 'd', schema: storedSchema, example: { id: 'a', count: 1 } }
const bodySchema = z.strictObject({
  name: z.string(),
  at: z.number().optional(),
  deep: z.strictObject({ name: z.string() }).optional(),
})

/**
 * Creates routes whose writes a test can count by name. A thing called `waits` waits in the middle of its work; one
 * called `fails` is refused when the work is done.
 */
export function thingRoutes({
  database,
  waits = () => Promise.resolve(),
}: {
  database: Database
  waits?: () => Promise<void>
}): Route[] {
  return [
    defineRoute({
      ...described,
      operationId: 'getThing',
      method: 'get',
      path: '/v1/things/{id}',
      scope: 'signals:read',
      params: z.object({ id: idSchema }),
      success: { ...success, status: 200 },
      handle: async (_services, { params }) => ({ id: params.id, count: 0 }),
    }),
    defineWrite({
      ...described,
      operationId: 'changeThing',
      method: 'patch',
      path: '/v1/things/{id}',
      scope: 'pipeline:write',
      params: z.object({ id: idSchema }),
      body: bodySchema,
      bodyExample: { name: 'a' },
      success: { ...success, status: 200 },
      write: async ({ transaction }, { params }) => ({
        id: params.id,
        count: await addThing(transaction, params.id),
      }),
    }),
    defineWrite({
      ...described,
      operationId: 'addThing',
      method: 'post',
      path: '/v1/things/add',
      scope: 'pipeline:write',
      query: z.object({ mode: z.enum(['a']).optional() }),
      body: bodySchema,
      bodyExample: { name: 'a' },
      maxBodyBytes: maxBodyBytes,
      success,
      write: async ({ transaction }, { body }) => {
        const count = await addThing(transaction, body.name)
        if (body.name === 'waits') await waits()
        if (body.name === 'fails') throw new RejectedError('not_found', 'There is no such thing.')
        return { id: body.name, count }
      },
    }),
    defineWrite({
      ...described,
      operationId: 'prepareThing',
      method: 'post',
      path: '/v1/prepared',
      scope: 'pipeline:write',
      timeoutMs: 20_000,
      body: bodySchema,
      bodyExample: { name: 'a' },
      success,
      prepare: async ({ signal }, { body }) => {
        signal.throwIfAborted()
        await addThing(database, `prepared-${body.name}`)
        if (body.name === 'waits') await waits()
        if (body.name === 'fails') throw new RejectedError('website_unreadable', 'It cannot be read.')
        return `${body.name}!`
      },
      write: async ({ transaction }, _input, prepared) => ({
        id: prepared,
        count: await addThing(transaction, prepared),
      }),
    }),
  ]
}

/** Counts the things with a name that were written. */
export async function countThings(database: Database, name: string): Promise<number> {
  const rows = await database.selectFrom('notes').select('note_id').where('target_id', '=', name).execute()
  return rows.length
}

async function addThing(database: Database, name: string): Promise<number> {
  const note = { target_type: 'thing', target_id: name, body: '', created_at: new Date(), created_by: '' }
  await database
    .insertInto('notes')
    .values({ org_id: 'org_one', note_id: randomUUID(), ...note })
    .execute()
  return countThings(database, name)
}
