import type { Client } from './open-client.ts'

/** Sends all, `connections` at a time; throws when an answer is not a 202. */
export async function sendAll({
  client,
  requests,
  connections,
}: {
  client: Client
  requests: readonly Buffer[]
  connections: number
}): Promise<void> {
  const left = requests.values()
  const lane = async (): Promise<void> => {
    for (const request of left) {
      const { status } = await client.send(request)
      if (status !== 202) throw new Error(`an answer ${status}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, lane))
}
