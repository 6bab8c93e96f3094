import { dayMs, type Platform } from '@signalpost/domain'
import { getPlatform } from '@signalpost/platforms'
import { accessPlatform } from './run/access-platform.ts'
import { askPlatform } from './run/ask-platform.ts'
import type { SearchingServices } from './services.ts'

/** Whether a workspace can search a platform. `httpStatus` is null where nothing was asked. */
export type PlatformCheck = { ready: boolean; httpStatus: number | null; missing?: string }

const query = '"signalpost"'
/** It may not exist: that there is no such board is an answer too. */
const board = 'signalpost'

/** Asks a platform once, within the budget, and says what came back. Asks nothing while it may not. */
export async function checkPlatform(
  { database, secretBox, outgoing, nowMs }: SearchingServices,
  { orgId, platform }: { orgId: string; platform: Platform },
): Promise<PlatformCheck> {
  const { search, requirement } = getPlatform(platform)
  if (search === undefined) return unasked(requirement)
  const place = search.needsBoard ? board : null
  const access = await accessPlatform({ database, secretBox }, { orgId, platform, search, board: place })
  if ('refusal' in access) return unasked(access.refusal)
  const now = nowMs()
  const request = search.start({ query, board: place, sinceMs: now - dayMs, nowMs: now, cursor: null })
  if ('refusal' in request) return unasked(request.refusal)
  const { signal } = new AbortController()
  const asked = await askPlatform(access, request, { database, outgoing, orgId, freshMs: 0, signal, nowMs })
  const { result, httpStatus = null } = asked
  const isReady = !('fault' in result) || result.fault === 'gone'
  return isReady ? { ready: true, httpStatus } : { ready: false, httpStatus, missing: result.message }
}

function unasked(missing: string): PlatformCheck {
  return { ready: false, httpStatus: null, missing }
}
