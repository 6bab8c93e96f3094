import { dayMs } from '@signalpost/domain'
import { z } from 'zod'
import type { PlatformRetention } from '../../define-platform.ts'
import { collectRereads } from '../../reading/collect-rereads.ts'
import { broken } from '../../reading/read-answer.ts'
import {
  followToken,
  idOf,
  keyOf,
  listingRequest,
  postIdSchema,
  postOf,
  readListing,
  tokenRequest,
} from './reddit-posts.ts'

const mostIds = 100

const shownSchema = z.object({ id: postIdSchema })
const stateSchema = z.object({ ids: z.array(postIdSchema).min(1).max(mostIds), isRenewed: z.boolean() })

/**
 * Reddit's Data API: what was deleted there must be removed here, with all that names its author. Its wiki suggests that
 * nothing stored is older than 48 hours.
 */
export const rereadReddit: PlatformRetention = {
  keepMs: 2 * dayMs,
  mostKeys: mostIds,
  start: (keys) => {
    const ids = [...new Set(keys.flatMap((key) => idOf(key) ?? []))].slice(0, mostIds)
    return ids.length === 0 ? null : tokenRequest({ ids, isRenewed: false })
  },
  read: (answer, request) => {
    const state = stateSchema.safeParse(request.state)
    if (!state.success) return broken('The request has no state of a reread.')
    const id = state.data.ids.map((one) => `t3_${one}`).join(',')
    const ask = (token: string) => listingRequest('/api/info', { id }, { state: state.data, token })
    const followed = followToken(answer, request, { state: state.data, ask })
    if ('fault' in followed) return followed
    if ('next' in followed) return { items: [], ...followed }
    const listing = readListing(answer)
    if ('fault' in listing) return listing
    const found = collectRereads(listing.entries, {
      asked: state.data.ids.map(keyOf),
      keyOf: (entry) => {
        const shown = shownSchema.safeParse(entry)
        return shown.success ? keyOf(shown.data.id) : undefined
      },
      read: (entry) => {
        const item = postOf(entry, answer.receivedAtMs)?.item
        return item !== undefined && 'reason' in item ? null : item
      },
    })
    return { ...found, next: null, ...(listing.quietMs !== undefined && { quietMs: listing.quietMs }) }
  },
}
