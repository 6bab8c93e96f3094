import { definePlatform } from '../../define-platform.ts'
import { isOn } from '../../feeds/feed-route.ts'
import { anyOf, quoted } from '../../query-parts.ts'
import { searchReddit } from './search-reddit.ts'

/** Communities that discuss a field. */
const subredditsByField: readonly [RegExp, string[]][] = [
  [/logistic|freight|shipping|supply chain|cold chain|warehouse|transport/i, ['supplychain', 'logistics']],
  [/pharma|clinical|laborator|biotech|medicine/i, ['biotech', 'pharmaindustry']],
  [/accounting|invoic|bookkeep|payroll|tax/i, ['Accounting', 'Bookkeeping']],
  [/security|compliance|audit/i, ['cybersecurity', 'grc']],
  [/marketing|campaign|seo|advertis/i, ['marketing', 'PPC']],
  [/sales|crm|lead/i, ['sales', 'CRM']],
  [/hiring|recruit|payroll|talent|employee/i, ['humanresources', 'recruiting']],
  [/developer|api|cloud|devops|database/i, ['SaaS', 'devops']],
  [/e-?commerce|online shop|retail|store/i, ['ecommerce', 'shopify']],
  [/restaurant|cafe|coffee|kitchen|bakery/i, ['restaurateur', 'KitchenConfidential']],
  [/manufactur|factory|machine|production/i, ['manufacturing', 'engineering']],
  [/construction|building|contractor|roof/i, ['Construction', 'Contractor']],
]
const mostLeaving = 8
const mostTitled = 4
const anyField = ['smallbusiness', 'Entrepreneur']

/** `title:`, `selftext:` and `subreddit:` name where to search; AND, OR, NOT in capitals. */
export const reddit = definePlatform({
  platform: 'reddit',
  title: 'Reddit',
  access: 'approval',
  requirement:
    'Approval is needed: Reddit approves every app, and commercial use needs an agreement with Reddit. With it, the id and secret of the app and the account that owns it: `--client-id-file FILE --client-secret-file FILE --username-file FILE`. Without, bring a provider: register a source with `./signalpost source create`, and let the provider send `signal.created` events to the intake, signed.',
  isBeta: true,
  documentation: 'https://www.reddit.com/dev/api',
  secrets: [
    { name: 'clientId', description: 'The id of an app that Reddit approved.' },
    { name: 'clientSecret', description: 'The secret of the app.' },
    { name: 'username', description: 'The Reddit account that owns the app, without u/.' },
  ],
  findAccount: (url) =>
    isOn(url, ['reddit.com']) ? /^\/u(?:ser)?\/([\w-]{3,20})\/?$/.exec(url.pathname)?.[1] : undefined,
  queries: ({ subjects, terms, rivals, leaving, unwanted, account }) => {
    const all = [...terms, ...subjects].join(' ')
    const fitting = subredditsByField.filter(([field]) => field.test(all)).flatMap(([, names]) => names)
    const subreddits = [...new Set([...fitting, ...anyField])].slice(0, 4)
    const others = unwanted.length > 0 ? ` NOT ${anyOf(unwanted.slice(0, 2))}` : ''
    const filter = account === undefined ? others : `${others} NOT author:${account}`
    const titled = [...new Set([...subjects.slice(0, mostTitled), ...rivals])]
    const titles = titled.map((subject) => `title:${quoted(subject)}`)
    const places = subreddits.map((name) => `subreddit:${name}`)
    return [
      // People ask in more words than a query holds. The judge tells who asks.
      `(${titles.join(' OR ')})${filter}`,
      `(${places.join(' OR ')}) AND ${anyOf(subjects.slice(0, 4))}${filter}`,
      ...(leaving.length === 0
        ? []
        : [`${anyOf(leaving.slice(0, mostLeaving), { maxLength: 250 })}${filter}`]),
    ]
  },
  search: searchReddit,
})
