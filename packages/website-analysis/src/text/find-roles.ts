import type { SiteText } from './site-text.ts'

const mostRoles = 10
const leastRoles = 4
const ownPages = /\/(?:about|team|company|careers?|jobs?|press|contact|imprint|legal|privacy)/
const heads = `manager|director|officer|engineer|planner|coordinator|supervisor|administrator|analyst|buyer|controller|accountant|consultant|architect|developer|specialist|technician|operator|dispatcher|pharmacist|scientist|designer|recruiter|lead|head|owner|founder`
const areas = `[a-z][a-z&-]+(?: (?:and|&) [a-z][a-z-]+| [a-z][a-z-]+)?`
/** "Head of Quality", "VP Operations", "Chief Technology Officer". */
const leading = new RegExp(
  `\\b(?:(?:head|director|vp|vice president|chief) of ${areas}|chief ${areas} officer)\\b`,
  'gi',
)
/** "quality managers", "supply chain planner". No word is longer than 60 letters (`tidyText`). */
const following = new RegExp(`\\b((?:[a-z][a-z-]{1,60} ){1,2})(${heads})(s?)\\b`, 'gi')
/** "Dana Wu, Controller at Brightline". */
const signed = new RegExp(`,\\s*((?:[A-Z][\\w&-]* ){0,3}(?:${heads}))\\s+(?:at|bei)\\b`, 'gi')
/** "logistics teams", "for finance departments". */
const teams = /\b([a-z][a-z-]{1,60}(?: [a-z][a-z-]{1,60})?) (?:teams?|departments?)\b/gi
/** Roles in other languages, in the singular: all groups of a match make the role. */
const rolesByLanguage: Record<string, RegExp> = {
  de: /(?<!\p{L})(\p{Lu}\p{L}{2,30}(?:leiter|führer|manager)|Inhaber|Gründer)(?:in|innen|n)?(?!\p{L})/gu,
  fr: /(?<!\p{L})([Rr]esponsable|[Dd]irecteur|[Dd]irectrice|[Cc]hef)s? ((?:de |des |du |d['’])\p{L}{2,30})(?!\p{L})/gu,
  es: /(?<!\p{L})([Rr]esponsable|[Dd]irector|[Gg]erente|[Jj]efe)(?:e?s)? (de \p{L}{2,30})(?!\p{L})/gu,
  nl: /(?<!\p{L})(\p{L}{2,30}(?:leider|manager|directeur|eigenaar))s?(?!\p{L})/gu,
  pt: /(?<!\p{L})([Gg]erente|[Dd]iretor|[Cc]oordenador)(?:e?s)? (de \p{L}{2,30})(?!\p{L})/gu,
  it: /(?<!\p{L})([Rr]esponsabile|[Dd]irettore) ((?:di|del|della|delle|degli) \p{L}{2,30})(?!\p{L})/gu,
}
const abbreviations = /\b(?:CEO|CTO|CIO|COO|CFO|CMO|CISO|CPO|CRO)s?\b/g
const noArea = new Set(
  `a an the our your their my his her its this that these those every each any all some one two more most many new own
  whole entire other same small large big local global remote senior junior dedicated certified experienced growing
  busy modern leading former customer account dear per and or of for with to by from in on at as is are was who which where
  when if then we you they it task file window password package content case best good account hotel project's customers
  support success sales in-house across between both distributed different multiple single internal external field-based
  three four five six seven eight nine ten twelve twenty fifty hundred pass passes reach reaches find finds stop lose losing win get
  responsible qualified authorised authorized named assigned first second third only just not no`.split(
    /\s+/,
  ),
)

/** Typical decision makers of a field, for sites that name none. */
const rolesByField: readonly [RegExp, string[]][] = [
  [
    /(?<!\p{L})(?:logistic|freight|shipping|supply chain|(?<!data )warehouse|fleet|transport)/u,
    ['Head of Logistics', 'Supply Chain Manager', 'Operations Manager'],
  ],
  [
    /(?<!\p{L})(?:accounting|invoic|payroll|tax|finance|expense)/u,
    ['Chief Financial Officer', 'Head of Finance', 'Accounting Manager'],
  ],
  [
    /(?<!\p{L})(?:security|compliance|audit|risk)/u,
    ['Compliance Manager', 'Quality Manager', 'Head of Risk'],
  ],
  [
    /(?<!\p{L})(?:marketing|campaign|brand|seo|advertis)/u,
    ['Chief Marketing Officer', 'Head of Marketing', 'Marketing Manager'],
  ],
  [
    /(?<!\p{L})(?:recruit|hiring|talent|hr |employee|onboarding)/u,
    ['Head of People', 'HR Manager', 'Talent Acquisition Manager'],
  ],
  [
    /(?<!\p{L})(?:developer|api|software|cloud|infrastructure|data platform)/u,
    ['Chief Technology Officer', 'Head of Engineering', 'IT Manager'],
  ],
  [
    /(?<!\p{L})(?:sales|crm|pipeline|lead generation)/u,
    ['Head of Sales', 'Sales Operations Manager', 'Revenue Operations Manager'],
  ],
  [
    /(?<!\p{L})(?:manufactur|production|factory|machine)/u,
    ['Plant Manager', 'Production Manager', 'Head of Operations'],
  ],
  [/(?<!\p{L})(?:restaurant|hotel|retail|shop|store)/u, ['Owner', 'General Manager', 'Store Manager']],
]
const anyField = ['Chief Executive Officer', 'Head of Operations', 'Procurement Manager', 'Owner']

/** Finds the roles to look for: those that a site names when it writes about others, else those of its field. */
export function findRoles({ passages, language }: SiteText): string[] {
  const ofLanguage = rolesByLanguage[language]
  const counts = new Map<string, number>()
  const add = (role: string, count: number): void => {
    const title = titled(role)
    counts.set(title, (counts.get(title) ?? 0) + count)
  }
  let everything = ''
  for (const { text, path, kind } of passages) {
    everything += ` ${text.toLowerCase()}`
    if (ownPages.test(path)) continue
    const weight = kind === 'said' ? 3 : 1
    for (const [role] of text.matchAll(leading)) add(cutArea(role), weight)
    for (const [, role = ''] of text.matchAll(signed)) add(role, weight)
    for (const [, area = '', head = '', plural] of text.matchAll(following)) {
      // Leads are people who may buy.
      if (/^lead$/i.test(head) && plural !== '') continue
      const words = area.trim().toLowerCase().split(' ')
      const own = words.slice(words.findLastIndex((word) => noArea.has(word)) + 1)
      if (own.length > 0) add(`${own.join(' ')} ${head}`, weight)
    }
    for (const [, area = ''] of text.matchAll(teams)) {
      const words = area.toLowerCase().split(' ')
      const own = words.slice(words.findLastIndex((word) => noArea.has(word)) + 1)
      if (own.length > 0) add(`head of ${own.join(' ')}`, weight * 0.5)
    }
    for (const [, head = '', area] of ofLanguage === undefined ? [] : text.matchAll(ofLanguage))
      add(area === undefined ? head : `${head} ${area}`, weight)
    for (const [role] of text.matchAll(abbreviations)) add(role.replace(/s$/, ''), weight)
  }
  const found = [...counts].filter(([, count]) => count >= 1).sort((a, b) => b[1] - a[1])
  const roles = found.map(([role]) => role).slice(0, mostRoles)
  const byField = rolesByField.filter(([field]) => field.test(everything)).flatMap(([, ofField]) => ofField)
  for (const role of [...byField, ...anyField]) {
    if (roles.length < leastRoles && !roles.includes(role)) roles.push(role)
  }
  return roles
}

/** Cuts an area where the sentence continues: "head of quality at Nordbrot". */
function cutArea(role: string): string {
  const words = role.split(' ')
  const goesOn = words.findIndex(
    (word, index) =>
      index > 1 && /^(?:at|in|for|from|who|is|was|has|says?|said|to|of|on|can|will|and)$/i.test(word),
  )
  const end = /^(?:and|&)$/i.test(words[goesOn] ?? '') && words.length > goesOn + 1 ? words.length : goesOn
  return (end === -1 ? words : words.slice(0, end)).join(' ')
}

function titled(role: string): string {
  return role
    .split(' ')
    .map((word) =>
      /^(?:of|and|the|for|des?|du|di|del|della|delle|degli|d['’]\p{L}+)$/iu.test(word)
        ? word.toLowerCase()
        : upperFirst(word),
    )
    .join(' ')
}

function upperFirst(word: string): string {
  return /^(?:vp|it|hr|qa|r&d|gdp)$/i.test(word)
    ? word.toUpperCase()
    : word.charAt(0).toUpperCase() + word.slice(1)
}
