import type { listenerModes } from '@signalpost/domain'

export type Mode = (typeof listenerModes)[number]

export const objectives = [
  'find_customers',
  'find_competitors',
  'find_partnerships',
  'find_dissatisfaction',
  'find_local_prospects',
  'custom',
] as const

export type Objective = (typeof objectives)[number]

type Aim = {
  mode: Mode
  /** Phrases of people worth finding. */
  intents: readonly string[]
  /** Words that show that a post is about something else. */
  exclusions: readonly string[]
}

const anybody = ['hiring', 'job opening', 'internship', 'free download', 'giveaway', 'coupon code']

export const aims: Record<Objective, Aim> = {
  find_customers: {
    mode: 'market',
    intents: [
      'looking for',
      'can anyone recommend',
      'any recommendations',
      'struggling with',
      'how do you handle',
      'need help with',
    ],
    exclusions: [...anybody, 'press release', 'online course', 'sponsored post'],
  },
  find_competitors: {
    mode: 'market',
    intents: [
      'alternative to',
      'compared to',
      'competitor',
      'we are launching',
      'raises funding',
      'just launched',
    ],
    exclusions: [...anybody, 'stock price', 'horoscope', 'online course'],
  },
  find_partnerships: {
    mode: 'market',
    intents: [
      'looking for partners',
      'partner program',
      'integration partner',
      'reseller',
      'joint venture',
      'distribution partner',
    ],
    exclusions: [...anybody, 'life partner', 'dating', 'law firm partner'],
  },
  find_dissatisfaction: {
    mode: 'rivals',
    intents: [],
    exclusions: [...anybody, 'affiliate link', 'sponsored post', 'promo code'],
  },
  find_local_prospects: {
    mode: 'places',
    intents: ['opening soon', 'new owner', 'can anyone recommend', 'looking for', 'needs improvement'],
    exclusions: [...anybody, 'permanently closed', 'for rent', 'recipe'],
  },
  custom: {
    mode: 'market',
    intents: ['looking for', 'can anyone recommend', 'need help with', 'any experience with'],
    exclusions: [...anybody, 'sponsored post'],
  },
}

/** Words with a second meaning, and the words to exclude unless the site itself uses them. */
const homonyms: readonly [word: RegExp, other: string][] = [
  [/\bpipeline\b/i, 'oil pipeline'],
  [/\bcontainer\b/i, 'docker container'],
  [/\bleads?\b/i, 'lead singer'],
  [/\bcloud\b/i, 'cloud cover'],
  [/\bpitch\b/i, 'football pitch'],
  [/\bport\b/i, 'usb port'],
  [/\bterminal\b/i, 'linux terminal'],
  [/\bboards?\b/i, 'board game'],
  [/\bcold chain\b/i, 'gold chain'],
  [/\bcells?\b/i, 'prison cell'],
  [/\bcredit\b/i, 'movie credits'],
  [/\bmodels?\b/i, 'fashion model'],
  [/\bdrivers?\b/i, 'graphics driver'],
  [/\bchains?\b/i, 'gold chain'],
]

/** What some companies sell, and the exclusions that would then drop their buyers. */
const soldWith: readonly [words: RegExp, exclusions: readonly string[]][] = [
  [
    /applicant|recru|hiring|\bats\b|talent|candidat|job (?:board|posting|listing)|staffing|intern(?:s|ship)|interim|employment|bewerb|werving|selecci[oó]n|seleção|selezione|reclut|vacature|stellen/i,
    ['hiring', 'job opening', 'internship'],
  ],
  [/course|\blms\b|learning|training|tutor|exam/i, ['online course']],
  [/press release|public relations|\bpr\b|journalis|newsroom|media database/i, ['press release']],
  [/giveaway|contest|sweepstake/i, ['giveaway']],
  [/coupon|promo|voucher|discount/i, ['coupon code', 'promo code']],
  [/affiliate|referral/i, ['affiliate link']],
  [/influencer|sponsor|creator/i, ['sponsored post']],
  [/download|file sharing/i, ['free download']],
  [/stock|portfolio|trading|investor|price/i, ['stock price']],
  [/dating/i, ['dating', 'life partner']],
  [/law|legal/i, ['law firm partner']],
  [/rent|lease|landlord|property|letting/i, ['for rent']],
  [/recipe|food/i, ['recipe']],
]

/** Returns the words to exclude for an objective, a company and its terms: never those of what the company sells. */
export function exclusionsFor({
  objective,
  company,
  terms,
  everything,
  jobAds = [],
}: {
  objective: Objective
  company: string
  terms: readonly string[]
  /** All text of the site. */
  everything: string
  /** Words of job ads in the language of the site, which sellers of hiring software need. */
  jobAds?: readonly string[]
}): string[] {
  const said = terms.join(' ')
  const lower = everything.toLowerCase()
  const others = homonyms
    .filter(([word, other]) => word.test(said) && !lower.includes(other))
    .map(([, other]) => other)
  const ofCompany = [`${company} jobs`, `${company} hiring`, `${company} login`, `${company} support`]
  const sold = new Set(soldWith.filter(([words]) => words.test(said)).flatMap(([, exclusions]) => exclusions))
  const local = sold.has('hiring') ? [] : jobAds
  return [...new Set([...local, ...aims[objective].exclusions, ...ofCompany, ...others])].filter(
    (text) => !sold.has(text),
  )
}
