import { normaliseKey } from '@signalpost/domain'

/** How a feed can show the posts of a platform. */
export type FeedRoute = {
  /**
   * Returns the key of the post that a link leads to, the same as a search would give it; undefined if it leads to no post
   * of the platform, so that a feed of something else is never taken for one of it.
   */
  keyOf: (url: URL) => string | undefined
}

/** Takes every page on some hosts, and on those below them. */
export function pagesOn(...hosts: readonly string[]): FeedRoute {
  return { keyOf: (url) => (isOn(url, hosts) ? normaliseKey(url.href) : undefined) }
}

export function isOn({ hostname }: URL, hosts: readonly string[]): boolean {
  return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
}

const longestAddress = 2_000

/** Whether the board of a listener is the address of a feed, or meant to be one. */
export function isFeedAddress(board: string): boolean {
  return /^https?:/i.test(board)
}

/** Returns what is wrong with the address of a feed; undefined if nothing is. */
export function findAddressFault(board: string): string | undefined {
  const url = URL.parse(board)
  const isPlain = url !== null && url.username === '' && url.password === '' && url.hash === ''
  return isPlain && url.hostname !== '' && board.length <= longestAddress
    ? undefined
    : 'expected the http or https address of a feed, without user and fragment'
}
