import type { Database, DatabaseTransaction } from '@signalpost/database'
import type { z } from 'zod'
import type { ActServices, ActWork, Done } from './define-act.ts'
import { defineCommandAct } from './define-operation.ts'

type Switchable<Schema extends z.ZodObject, Thing, Stored extends Thing, Setting> = {
  /** Identifies one thing. */
  input: Schema
  get: (database: Database, reference: z.output<Schema>) => Promise<Thing>
  set: (transaction: DatabaseTransaction, setting: Setting) => Promise<Stored>
  audit: { changed: <One extends Thing>(before: Thing, after: One) => Done<One> }
}

type Switch<Name extends string, Schema extends z.ZodObject, Setting> = {
  name: Name
  /** The help of the command. */
  summary: string
  /** What `set` needs beside the reference. */
  to: Omit<Setting, keyof z.output<Schema>>
  /** Runs after the commit, in no transaction. */
  afterwards?: (services: ActServices) => Promise<void>
}

/**
 * Returns a function that defines acts to turn things of one kind on and off. Such an act reads the thing, sets it and
 * logs the change. It throws RejectedError `not_found`.
 */
export function defineSwitchable<Schema extends z.ZodObject, Thing, Stored extends Thing, Setting>({
  input,
  get,
  set,
  audit,
}: Switchable<Schema, Thing, Stored, Setting>) {
  return <const Name extends string>({ name, summary, to, afterwards }: Switch<Name, Schema, Setting>) => {
    const head = { name, summary, demands: 'admin', input } as const
    const run = async ({ transaction, input: reference }: ActWork<z.output<Schema>>) => {
      const before = await get(transaction, reference)
      // The cast: a setting is a reference and the rest, which is `to`.
      const after = await set(transaction, { ...reference, ...to } as Setting)
      return audit.changed(before, after)
    }
    if (afterwards === undefined) return defineCommandAct({ ...head, run })
    return defineCommandAct({
      ...head,
      around: async (call, commit) => {
        const result = await commit((transaction) => run({ ...call, transaction }))
        await afterwards(call.services)
        return result
      },
    })
  }
}
