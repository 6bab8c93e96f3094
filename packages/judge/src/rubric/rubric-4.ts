/** The components of a score and the most points of each. */
export const componentCaps = {
  purchaseIntent: 30,
  fit: 20,
  urgency: 15,
  recency: 10,
  commercialValue: 10,
  evidenceQuality: 10,
  multiSignal: 5,
} as const

export const intents = {
  ask: { points: 20, text: 'Asks for a product or a recommendation' },
  move: { points: 12, text: 'Names a move from one product to another' },
  leave: { points: 14, text: 'Is about to leave a product' },
  compare: { points: 10, text: 'Compares before a choice' },
  buying: { points: 10, text: 'Speaks of a budget, a quote, a trial or a demo' },
  experience: { points: 13, text: 'Asks for the experience of others' },
  problem: { points: 9, text: 'Tells of a problem of their own' },
  curiosity: { points: 3, text: 'Is curious' },
} as const

/** Points of a question about the topic in the title: without words of asking, and with words that ask for products. */
export const titleQuestionPoints = { bare: 8, asking: 10 } as const

/** What a question adds to what it asks. */
export const questionPoints = 5

/** What an employer's text says of the firm. What else it asks for are people, not products. */
export const intentsOfEmployers = new Set<keyof typeof intents>(['move', 'problem'])

/** Points of a job ad: for a role of the plan, for the topic, or only with its words. */
export const jobPoints = { role: 18, topic: 5, mention: 2 } as const

/** What whom or what the plan looks for adds to the fit, and a role of the plan in the title of an ad. */
export const namedPoints = { anywhere: 2, opened: 6, place: 6 } as const

/** What is left of a complaint about a place that is of no kind and at no location of the plan. */
export const otherPlaceShare = 0.5

/** What is left of the fit of a post that asks for nothing. */
export const unaskedShare = 0.5

/** Points of a complaint about a rival or a place, by its stars, else by how bad its words are. */
export const complaintPoints = { worst: 22, bad: 17, mild: 13, mixed: 8, halfContent: 15 } as const

/** What a seller's voice takes from the fit of a post. */
export const sellerPoints = -9

/** What a post about a rival or a place of the plan adds to its fit, and what it takes when its author is content. */
export const subjectPoints = { about: 15, content: -17 } as const

export const urgent = {
  deadline: { points: 8, text: 'Names a deadline' },
  outage: { points: 8, text: 'Tells of an outage or of blocked work' },
  asap: { points: 6, text: 'Asks for speed' },
} as const

/** Phrases, split at commas. A phrase is found by whole words, also in the plural, in -ing and in -ed. */
export const urgentPhrases: Record<keyof typeof urgent, string> = {
  deadline: `deadline, this week, by tomorrow, by friday, by monday, end of the month, end of month, before the end of, by next week,
    due tomorrow, expires, renewal is`,
  outage: `outage, is down, went down, blocked, can't work, cannot work, production issue, stopped working, locked out, data loss`,
  asap: `asap, as soon as possible, urgent, urgently, immediately, right away, right now`,
}

export const voices = {
  seller: `we built, i built, i've built, we've built, built a, built an, i've been building, i've been working on, i'm building,
    i created, i wrote, i released, i open sourced, we open sourced, open sourced it, i vibe coded, i shipped, we shipped, sharing my,
    showcase, feedback welcome, feedback request, we made a, i made a, check out our, check it out, we're launching, we are launching,
    just launched, show hn, our platform, our product, our solution, sign up for our, sign up here, use my code, my startup, we offer,
    we help companies, book a demo, promo code, what frustrates you, what still frustrates you, what's your biggest,
    what is your biggest, i'm trying to understand, doing some research, validate an idea, validating an idea, would you pay for`,
  article: `how to, top 5, top 10, a guide to, introduction to, introducing, case study, webinar, podcast, tutorial, explained`,
  report: `introducing, announcing, rolling out, now available, partnered with, just shipped, just dropped, signals shift, new feature,
    release notes, what's new in, is live, are live, breaking news`,
  comparison: `compared to, versus, vs, better than, worse than, instead of, alternative to, alternatives to, difference between, or should`,
  hiring: `hiring, we're hiring, fulltime, is hiring, join our team, apply now, open position, job opening, onsite, full time`,
  growth: `growing team, expand, expanding, new office, series a, series b, series c, scale the team, multiple positions, several openings`,
  seniority: `vp, head of, director, cto, ceo, cfo, cio, founder, chief, team lead, tech lead, lead engineer, lead developer, principal,
    owner`,
  scale: `multiple locations, all locations, several locations, offices, openings, positions, across our, branches`,
  reason: `because, since, due to, so that, the reason, the problem is, the issue is, as a result, therefore`,
  uncertain: `used to, would, if i, if we, hypothetically, imagine`,
} as const

/** Half of the points for recency are left after so many days. */
export const halfLifeDays = {
  post: 3,
  review: 14,
  job: 10,
} as const

export const evidenceCaps = { full_text: 10, enriched: 9, snippet: 5, best_effort: 4 } as const

/** Points for the other posts about one subject, by their number. */
export const multiSignalPoints = [0, 2, 3, 4, 5] as const

export const categoryPhrases = {
  direct_intent:
    'looking for, recommend a, any recommendations, need a tool, alternative to, request for proposal',
  hire_vs_buy: 'hiring, job opening, join our team',
  competitor_pain: 'switch from, cancel my contract, too expensive, price increase, frustrated with',
  growth: 'growing team, scale the team, expanding, fast growing',
  funding: 'series a, series b, series c, seed round, raised funding, raises',
  procurement: 'rfp, tender, procurement, request for proposal, shortlist',
  construction: 'construction, building site, groundbreaking, renovation',
  regulatory: 'compliance, regulation, gdpr, hipaa, audit, regulator',
  operational_pain: 'manual process, spreadsheet, takes hours, backlog, bottleneck, keeps failing',
  tech_change: 'migrate from, migrate to, migration, rewrite, moving off, deprecate',
  leadership_change: 'new ceo, new cto, appointed, steps down, joins as',
  real_estate: 'new office, lease, square feet, relocation, headquarters',
  new_business: 'opening soon, grand opening, just launched, new owner, now open',
  cx_failure: 'terrible support, no response, customer service, on hold, never replied, refund',
  missing_capability: 'missing feature, no support for, lacks, wish it had, feature request',
  incident: 'outage, breach, data loss, went down, incident, hacked',
} as const
