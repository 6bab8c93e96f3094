import type { Database } from '@signalpost/database'
import type { Account, Signal } from '@signalpost/domain'
import { expect, test } from 'vitest'
import { injectedPosts } from '../test-support/injected-posts.ts'
import { withoutEmpty } from './fit-answer.ts'
import { showAccounts } from './show-records.ts'
import { showSignals } from './show-signal.ts'

// No one is assigned, so no store is asked for names.
const shower = { database: undefined as unknown as Database, consoleUrl: 'https://console.example' }
const moment = '2026-11-20T09:00:00.000Z'

/** Takes what is quoted out of an answer. */
function partsOf(value: unknown): { quotes: string[]; rest: string } {
  const quotes: string[] = []
  const rest = JSON.stringify(value, (name, inside) => {
    if (name !== 'quoted' && name !== 'derived') return inside
    quotes.push(
      ...Object.entries(inside as object).flatMap(([member, text]) =>
        typeof text === 'string' && member !== 'url' ? text : [],
      ),
    )
    return undefined
  })
  return { quotes, rest }
}

test('there are sixty posts', () => {
  expect(injectedPosts.length).toBeGreaterThanOrEqual(60)
})

test.each(injectedPosts.map((post, index) => [index, post] as const))(
  'post %i stays in its place, opens nothing and hides nothing',
  async (_, { text, accountKey }) => {
    const signal: Signal = {
      ...{
        id: 'sig_1',
        orgId: 'org_one',
        listenerId: 'lsn_1',
        source: 'reddit',
        url: 'https://example.com/post',
      },
      ...{ title: text, excerpt: text, author: text, rationale: text, inferredNeed: text, situation: text },
      ...{
        suggestedAngle: text,
        subjectOrg: { name: text, location: text },
        accountKey,
        matchedKeywords: [text],
      },
      ...{
        postedAt: moment,
        firstSeenAt: moment,
        relevanceScore: 50,
        classification: 'relevant',
        foundByQuery: text,
      },
      ...{ themes: [text], titleKey: text, dedupeKey: text, recommendedAction: text, opportunity: text },
    }
    const account: Account = {
      ...{
        accountKey,
        name: text,
        domain: null,
        region: text,
        signalCount: 1,
        topScore: 1,
        topScoreVersion: 1,
      },
      ...{ firstSignalAt: moment, lastSignalAt: moment, assignedTo: [] },
    }
    const shown = withoutEmpty({
      signals: await showSignals(shower, [signal]),
      accounts: await showAccounts(shower, 'org_one', [account]),
    })
    const { quotes, rest } = partsOf(JSON.parse(JSON.stringify(shown)))
    expect(rest).toMatch(/^[\w\s{}[\]":,.\-/%]*$/)
    for (const word of `${text} ${accountKey}`.match(/[a-z]{5,}/gi) ?? []) {
      if (!/^(?:quoted|derived|score|assignedto|console|example|signals|accounts)/i.test(word))
        expect(decodeURIComponent(rest)).not.toContain(` ${word}`)
    }
    for (const quote of quotes) {
      expect(quote).not.toMatch(/\]\(|\]:|<[a-z/!?]/i)
      expect(quote).not.toMatch(
        /(?![\n\t])\p{Cc}|[\u200b\u00ad\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e0fff}\ufeff\u3164]/u,
      )
      expect(quote.isWellFormed()).toBe(true)
    }
  },
)
