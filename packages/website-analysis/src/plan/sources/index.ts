import type { Source } from '../source.ts'
import { facebook } from './facebook.ts'
import { g2 } from './g2.ts'
import { googleReviews } from './google-reviews.ts'
import { hackernews } from './hackernews.ts'
import { ashby } from './job-boards/ashby.ts'
import { greenhouse } from './job-boards/greenhouse.ts'
import { indeed } from './job-boards/indeed.ts'
import { lever } from './job-boards/lever.ts'
import { linkedinJobs } from './job-boards/linkedin-jobs.ts'
import { linkedin } from './linkedin.ts'
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
