import type { Source } from '../source.ts'
import { ashby } from './ashby.ts'
import { facebook } from './facebook.ts'
import { g2 } from './g2.ts'
import { googleReviews } from './google-reviews.ts'
import { greenhouse } from './greenhouse.ts'
import { hackernews } from './hackernews.ts'
import { indeed } from './indeed.ts'
import { lever } from './lever.ts'
import { linkedin } from './linkedin.ts'
import { linkedinJobs } from './linkedin-jobs.ts'
import { reddit } from './reddit.ts'
import { trustpilot } from './trustpilot.ts'
import { x } from './x.ts'
import { youtube } from './youtube.ts'

/** Every platform that a plan can have queries for. */
export const sources: readonly Source[] = [
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
