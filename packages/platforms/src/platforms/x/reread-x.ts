import { dayMs } from '@signalpost/domain'
import { z } from 'zod'
import type { PlatformRetention } from '../../define-platform.ts'
import { collectRereads } from '../../reading/collect-rereads.ts'
import { broken } from '../../reading/read-answer.ts'
import { callOf, idOf, keyOf, postIdSchema, postOf, readPosts } from './x-posts.ts'

const mostIds = 100
const stateSchema = z.object({ ids: z.array(postIdSchema).min(1).max(mostIds) })
const shownSchema = z.object({ id: postIdSchema })

/**
 * X's developer policy: what was deleted or changed there is deleted or changed here, as soon as can be. It names no
 * number of days, and each post that is read again is billed. Authors are not asked for: each would be billed too.
 */
export const rereadX: PlatformRetention = {
  keepMs: 7 * dayMs,
  mostKeys: mostIds,
  start: (keys) => {
    const ids = [...new Set(keys.flatMap((key) => idOf(key) ?? []))].slice(0, mostIds)
    if (ids.length === 0) return null
    const parameters = { ids: ids.join(','), 'tweet.fields': 'created_at,note_tweet,lang' }
    return callOf('', parameters, { state: { ids }, cost: ids.length })
  },
  read: (answer, request) => {
    const state = stateSchema.safeParse(request.state)
    if (!state.success) return broken('The request has no state of a reread.')
    const page = readPosts(answer)
    if ('fault' in page) return page
    const context = { ...page, receivedAtMs: answer.receivedAtMs }
    const found = collectRereads(page.entries, {
      asked: state.data.ids.map(keyOf),
      keyOf: (entry) => {
        const shown = shownSchema.safeParse(entry)
        return shown.success ? keyOf(shown.data.id) : undefined
      },
      read: (entry) => {
        const { id: _id, ...item } = postOf(entry, context) ?? {}
        return 'key' in item ? item : undefined
      },
    })
    return { ...found, next: null, cost: page.cost }
  },
}
