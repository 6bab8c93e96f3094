import type { Signal } from '@signalpost/domain'

/** Display names of platforms. */
export const platformNames: Record<Signal['source'], string> = {
  x: 'X',
  linkedin: 'LinkedIn',
  facebook: 'Facebook',
  reddit: 'Reddit',
  hackernews: 'Hacker News',
  linkedin_jobs: 'LinkedIn Jobs',
  indeed: 'Indeed',
  ashby: 'Ashby',
  greenhouse: 'Greenhouse',
  lever: 'Lever',
  google_reviews: 'Google Reviews',
  g2: 'G2',
  trustpilot: 'Trustpilot',
  youtube: 'YouTube',
}
