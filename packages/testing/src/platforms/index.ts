import type { Platform } from '@signalpost/domain'
import { startAshby } from './start-ashby.ts'
import { entityBomb, startFeed } from './start-feed.ts'
import { startGreenhouse } from './start-greenhouse.ts'
import { startHackerNews } from './start-hacker-news.ts'
import { startLever } from './start-lever.ts'
import { type RedditStandIn, redditPostId, startReddit } from './start-reddit.ts'
import type { PlatformStandIn, StandInPost } from './start-stand-in.ts'
import { startTrustpilot } from './start-trustpilot.ts'
import { startX, type XStandIn, xPostId } from './start-x.ts'
import { startYoutube, type YoutubeStandIn, youtubeCommentId, youtubeVideoId } from './start-youtube.ts'

export type { PlatformStandIn, RedditStandIn, StandInPost, XStandIn, YoutubeStandIn }
export {
  entityBomb,
  redditPostId,
  startFeed,
  startReddit,
  startTrustpilot,
  startX,
  startYoutube,
  xPostId,
  youtubeCommentId,
  youtubeVideoId,
}

/** How to start a stand-in for each platform that can be searched. None was compared with live answers. */
export const platformStandIns: Partial<
  Record<Platform, (posts?: readonly StandInPost[]) => Promise<PlatformStandIn>>
> = {
  hackernews: startHackerNews,
  greenhouse: startGreenhouse,
  lever: startLever,
  ashby: startAshby,
  youtube: startYoutube,
  x: startX,
  reddit: startReddit,
  trustpilot: startTrustpilot,
}
