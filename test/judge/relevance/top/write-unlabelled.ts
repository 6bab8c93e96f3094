import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import type { RealPost } from '../../real-posts.ts'
import type { ListenerPool } from '../judge-pool.ts'
import { firstPosts } from './first-posts.ts'
import { topCount } from './measure-top.ts'

const mostLetters = 800

/**
 * Writes the first posts of each listener that no one labelled, one a line as JSON, for readers who must not know their
 * ranks: within a listener their order has nothing to do with scores. Returns how many there are.
 */
export function writeUnlabelled(
  pools: readonly ListenerPool[],
  posts: ReadonlyMap<string, RealPost>,
  path: string,
): number {
  const rows = pools.flatMap(({ company, posts: sampled, first, judged }) => {
    const known = new Set([...sampled, ...first].map(({ signalId }) => signalId))
    return firstPosts(judged, posts, topCount)
      .filter((one) => !known.has(one.judged.signalId))
      .map(({ judged: { signalId }, item }) => ({
        ...{ listener: company, signal: signalId, platform: item.platform, stars: item.rating },
        ...{ about: item.subjectName ?? item.subjectOrg?.name, title: item.title },
        text: Array.from(item.text).slice(0, mostLetters).join(''),
      }))
      .toSorted((a, b) => (hashOf(a.signal) < hashOf(b.signal) ? -1 : 1))
  })
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  return rows.length
}

function hashOf(signalId: string): string {
  return createHash('sha256').update(signalId).digest('hex')
}
