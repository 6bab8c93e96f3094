import { budgetIdOf, openConnection } from '@signalpost/database/searching'
import type { Platform } from '@signalpost/domain'
import { getPlatform, isFeedAddress } from '@signalpost/platforms'
import type { SearchingServices } from '../services.ts'
import type { PlatformAccess } from './ask-platform.ts'
import { feedBudgetOf } from './feed-budget.ts'
import type { RunnableSearch } from './plan-run.ts'

/** Why a platform cannot be asked at all. */
export type NoAccess = { refusal: string; isRefused: boolean }

type Asked = Pick<RunnableSearch, 'search'> & {
  orgId: string
  platform: Platform
  /** Null elsewhere than on a board, which may be the address of a feed. */
  board: string | null
}

/**
 * Returns how a workspace asks a platform: through its connection, or without one where the platform is open. A feed is
 * asked as it stands; all feeds of a host share a budget, also those of other workspaces, each of which has its share.
 */
export async function accessPlatform(
  { database, secretBox }: Pick<SearchingServices, 'database' | 'secretBox'>,
  { orgId, platform, search, board }: Asked,
): Promise<PlatformAccess | NoAccess> {
  if (board !== null && isFeedAddress(board)) {
    return {
      budgetId: feedBudgetOf(board),
      isShared: true,
      budget: null,
      baseUrl: undefined,
      secrets: {},
      search,
    }
  }
  const { access, secrets: declared, requirement } = getPlatform(platform)
  const connection = await openConnection(database, secretBox, { orgId, platform })
  if (connection === undefined && access !== 'open') return { refusal: requirement, isRefused: false }
  if (connection !== undefined && connection.secrets === undefined) {
    return { refusal: 'Another master key sealed the secrets of its connection.', isRefused: true }
  }
  const secrets = connection?.secrets ?? {}
  if (declared.some(({ name }) => secrets[name] === undefined)) {
    return { refusal: requirement, isRefused: true }
  }
  if (search.needsBudget === true && (connection?.budget ?? null) === null) {
    return { refusal: requirement, isRefused: false }
  }
  return {
    budgetId: budgetIdOf(platform, connection),
    isShared: connection === undefined,
    budget: connection?.budget ?? null,
    baseUrl: connection?.baseUrl ?? undefined,
    secrets,
    search,
  }
}
