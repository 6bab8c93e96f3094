import type { Database } from '@signalpost/database'
import {
  type Connection,
  type ListenerReference,
  listConnections,
  sumListenerCosts,
} from '@signalpost/database/searching'
import { isFeedAddress } from '@signalpost/platforms'
import type { planRun } from '@signalpost/searching'
import { z } from 'zod'

type Searches = ReturnType<typeof planRun>['searches']

const quotaSchema = z.object({
  most: z.number(),
  windowMs: z.number(),
  isShared: z.boolean().meta({ description: 'Whether all workspaces ask within it.' }),
})

export const costsSchema = z
  .object({
    days: z.number().meta({ description: 'Days that are counted, at most 30.' }),
    runs: z.number(),
    platforms: z.array(
      z.object({
        platform: z.string(),
        unit: z.string().meta({ description: 'What its quota counts, such as `request` or `read`.' }),
        requests: z.number(),
        units: z.number().meta({ description: 'What the requests took of the quota.' }),
        pages: z.number().meta({
          description: 'Pages that were read, also those that another search had fetched.',
        }),
        quotas: z.array(quotaSchema).meta({ description: 'Empty for what it no longer searches.' }),
      }),
    ),
    models: z.array(z.object({ model: z.string(), calls: z.number() })),
  })
  .meta({
    description:
      'What its runs asked of platforms and models in the last 30 days. Dry runs, runs that died and posts that are read again are left out.',
  })

export type ListenerCosts = z.output<typeof costsSchema>

export async function readCosts(
  database: Database,
  { searches, ...reference }: ListenerReference & { searches: Searches },
): Promise<ListenerCosts> {
  const connections = await listConnections(database, reference.orgId)
  const { days, costs } = await sumListenerCosts(database, reference)
  return {
    days,
    runs: costs.find(({ kind }) => kind === 'run')?.times ?? 0,
    platforms: costs
      .filter(({ kind }) => kind === 'platform')
      .map(({ name: platform, unit, times: requests, units, pages }) => ({
        ...{ platform, unit, requests, units, pages },
        quotas: quotasOf({ platform, unit }, { searches, connections }),
      })),
    models: costs
      .filter(({ kind }) => kind === 'model')
      .map(({ name: model, times: calls }) => ({ model, calls })),
  }
}

/** The quotas in which its searches of a platform ask, each once. */
function quotasOf(
  { platform, unit }: { platform: string; unit: string },
  { searches, connections }: { searches: Searches; connections: readonly Connection[] },
): ListenerCosts['platforms'][number]['quotas'] {
  const quotas = searches
    .filter((one) => one.platform === platform)
    .flatMap(({ board, search }) => {
      const isFeed = board !== null && isFeedAddress(board)
      const connection = isFeed ? undefined : connections.find((one) => one.platform === platform)
      const budgets = connection?.budget
        ? [connection.budget]
        : search.budget.filter((one) => one.unit === unit)
      return budgets.map(({ most, windowMs }) => ({ most, windowMs, isShared: connection === undefined }))
    })
  return [...new Map(quotas.map((quota) => [JSON.stringify(quota), quota])).values()]
}
