import type { Platform } from '../documents/vocabulary.ts'

/** The names of platforms as people write them. */
export const platformNames: Readonly<Record<Platform, string>> = {
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

/** Returns the name of a platform; of one that is not known, its word. */
export function namePlatform(platform: string): string {
  return isPlatform(platform) ? platformNames[platform] : platform
}

function isPlatform(platform: string): platform is Platform {
  return Object.hasOwn(platformNames, platform)
}
