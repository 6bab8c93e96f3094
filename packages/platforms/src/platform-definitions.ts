import type { Platform } from '@signalpost/domain'
import type { PlatformDefinition, PlatformSearch } from './define-platform.ts'
import { isFeedAddress } from './feeds/feed-route.ts'
import { searchFeed } from './feeds/search-feed.ts'
import { facebook } from './platforms/facebook.ts'
import { g2 } from './platforms/g2.ts'
import { googleReviews } from './platforms/google-reviews.ts'
import { hackernews } from './platforms/hackernews.ts'
import { ashby } from './platforms/job-boards/ashby.ts'
import { greenhouse } from './platforms/job-boards/greenhouse.ts'
import { indeed } from './platforms/job-boards/indeed.ts'
import { lever } from './platforms/job-boards/lever.ts'
import { linkedinJobs } from './platforms/job-boards/linkedin-jobs.ts'
import { linkedin } from './platforms/linkedin.ts'
import { reddit } from './platforms/reddit/reddit.ts'
import { trustpilot } from './platforms/trustpilot/trustpilot.ts'
import { x } from './platforms/x/x.ts'
import { youtube } from './platforms/youtube/youtube.ts'

/** Every value of a signal's `source`, in the specification's order. */
export const platformDefinitions: readonly PlatformDefinition[] = [
  x,
  linkedin,
  facebook,
  reddit,
  hackernews,
  linkedinJobs,
  indeed,
  ashby,
  greenhouse,
  lever,
  googleReviews,
  g2,
  trustpilot,
  youtube,
]

const byPlatform = new Map(platformDefinitions.map((definition) => [definition.platform, definition]))

export function getPlatform(platform: Platform): PlatformDefinition {
  const definition = byPlatform.get(platform)
  if (definition === undefined) throw new Error(`No definition of the platform ${platform}.`)
  return definition
}

const feedSearches = new Map(
  platformDefinitions.flatMap((definition) =>
    definition.feed === undefined ? [] : [[definition.platform, searchFeed(definition, definition.feed)]],
  ),
)

/** Returns how a platform is searched on a board, which may be the address of a feed; undefined if it cannot be. */
export function findSearch(platform: Platform, board: string | null): PlatformSearch | undefined {
  return board !== null && isFeedAddress(board) ? feedSearches.get(platform) : getPlatform(platform).search
}
