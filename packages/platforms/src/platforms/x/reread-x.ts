import { dayMs } from '@signalpost/domain'
import type { PlatformRetention } from '../../define-platform.ts'
import { callOf, idOf, postOf, readPosts } from './x-posts.ts'

const mostIds = 100

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
    return callOf('', parameters, { state: null, cost: ids.length })
  },
  read: (answer) => {
    const page = readPosts(answer)
    if ('fault' in page) return page
    const context = { ...page, receivedAtMs: answer.receivedAtMs }
    const items = page.entries.flatMap((entry) => {
      const { id: _id, ...item } = postOf(entry, context) ?? {}
      return 'key' in item ? [item] : []
    })
    return { items, next: null, cost: page.cost }
  },
}
