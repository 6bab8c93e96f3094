import { loginSchema } from '@signalpost/administration/person'
import { z } from 'zod'
import type { ConsoleClient } from '../../remote/console-client.ts'
import { readPages, readShape } from '../../remote/read-list.ts'

const sessionSchema = z.object({ person: z.object({ personId: z.string() }) })
const endedSchema = z.object({ ended: z.int() })

/** What a person may do about their own sessions, whatever their role. */
export type OwnSessions = {
  list: () => Promise<z.output<typeof loginSchema>[]>
  /** Ends one of them, or all of them with that of this command line. Returns how many ended. */
  end: (sessionId: string | undefined) => Promise<number>
}

/** Returns the sessions at a console of the person who is logged in there, if it is the one named. */
export async function findOwnSessions(
  client: ConsoleClient | undefined,
  personId: string,
): Promise<OwnSessions | undefined> {
  if (client === undefined) return undefined
  const { person } = readShape(sessionSchema, await client.request('get', '/session'), client.url)
  if (person.personId !== personId) return undefined
  return {
    list: async () => {
      const items: z.output<typeof loginSchema>[] = []
      for await (const page of readPages(client, '/sessions', (cursor) => ({ limit: 100, cursor }))) {
        items.push(...readShape(z.array(loginSchema), page.items, client.url))
      }
      return items
    },
    end: async (sessionId) => {
      if (sessionId !== undefined) {
        await client.request('delete', `/sessions/${encodeURIComponent(sessionId)}`)
        return 1
      }
      const { ended } = readShape(endedSchema, await client.request('delete', '/sessions'), client.url)
      await client.request('delete', '/session')
      return ended + 1
    },
  }
}
