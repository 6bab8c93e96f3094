import type { Platform } from '@signalpost/domain'
import { platformDefinitions } from '@signalpost/platforms'
import type { Page } from '../crawl/page.ts'
import { isOwnName, type OwnNames } from './is-own-name.ts'
import type { Plan } from './plan.ts'

const mostBoards = 20

/**
 * Returns the job boards of others that the pages link to. None is guessed from a name. The company's own show no buyers.
 */
export function findBoards(pages: readonly Page[], own: OwnNames): Plan['boards'] {
  const found = pages
    .flatMap(({ links }) => links)
    .flatMap(({ url }) =>
      platformDefinitions.flatMap(({ platform, search }) => {
        const board = search?.findBoard?.(url)
        return board === undefined || isOwnName(board, own) ? [] : [{ platform, board }]
      }),
    )
  const unique = new Map(found.map((one) => [`${one.platform}:${one.board}`, one]))
  return [...unique.values()].slice(0, mostBoards)
}

/** Returns the company's own accounts by platform, as its pages link to them. */
export function findAccounts(pages: readonly Page[], own: OwnNames): Map<Platform, string> {
  const accounts = new Map<Platform, string>()
  for (const { url } of pages.flatMap(({ links }) => links)) {
    for (const { platform, findAccount } of platformDefinitions) {
      const account = accounts.has(platform) ? undefined : findAccount?.(url)
      if (account !== undefined && isOwnName(account, own)) accounts.set(platform, account)
    }
  }
  return accounts
}
