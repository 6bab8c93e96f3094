import { platformDefinitions } from '@signalpost/platforms'
import type { Page } from '../crawl/page.ts'
import type { Plan } from './plan.ts'

const mostBoards = 20

/** Returns the job boards that the pages link to. None is guessed from a name. */
export function findBoards(pages: readonly Page[]): Plan['boards'] {
  const found = pages
    .flatMap(({ links }) => links)
    .flatMap(({ url }) =>
      platformDefinitions.flatMap(({ platform, search }) => {
        const board = search?.findBoard?.(url)
        return board === undefined ? [] : [{ platform, board }]
      }),
    )
  const unique = new Map(found.map((one) => [`${one.platform}:${one.board}`, one]))
  return [...unique.values()].slice(0, mostBoards)
}
