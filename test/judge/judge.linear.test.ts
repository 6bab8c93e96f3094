import type { FoundItem } from '@signalpost/domain'
import { emptyHistory, type JudgedListener, judge, priorWeights } from '@signalpost/judge'
import { expectLinear } from '@signalpost/testing'
import { test } from 'vitest'

const listener: JudgedListener = {
  ...{ mode: 'places', objective: 'find_local_prospects', keywords: ['CRM', 'help desk'] },
  ...{ exclusions: ['desk job'], sensitivity: 'balanced' },
  profile: { categories: ['clothing store'], locations: ['London'] },
}

// What the rules look for, in a row without an end: denials before and after asking, other asking, lists, entities.
test.for([
  'not we need a nicht ',
  'we need a CRM, ',
  'looking for a job ',
  'CRM, thing; ',
  'Our CRM. The weather. ',
  '&quot;CRM&quot; &#x27;',
  'would not sure which tool ',
  'alternatives\n',
  'no                    CRM ',
  'leave our CRM kündigen ',
  'CRM or CRM? ',
  'we are hiring desk jobs ',
  'alternatives to CRM? ',
  'no outage, not urgent ',
  'CRM gesucht. ',
  'we want to cancel CRM, ',
  'wir nicht verlängern CRM ',
  'anything better than CRM? ',
  'CRM: Erfahrungen. ',
])('judges "%s" again and again in time that doubles with it', async (part) => {
  await expectLinear({
    input: (size): FoundItem => ({
      ...{ platform: 'google_reviews', key: 'a', url: 'https://example.com/a', foundByQuery: 'crm' },
      ...{ title: 'A CRM', text: part.repeat(size), coverage: 'full_text', placeKey: 'here' },
    }),
    run: (item) => judge({ item, listener, nowMs: 0, history: emptyHistory(), weights: priorWeights() }),
    from: 128,
    upTo: 8_192,
  })
})

const market: JudgedListener = {
  ...{ ...listener, mode: 'market', objective: 'find_customers' },
  profile: { targetRoles: ['DevOps Engineer', 'Information Security Officer'] },
}

test.for([
  'Cloud | ',
  'cloud and ',
  'Platform        , ',
  'Security Engineer, ',
  'CRM? ',
  'CRM alternatives ',
])('judges a title of "%s" again and again in time that doubles with it', async (part) => {
  await expectLinear({
    input: (size): FoundItem => ({
      ...{ platform: 'greenhouse', key: 'a', url: 'https://example.com/a', foundByQuery: 'crm' },
      ...{ title: part.repeat(size), text: 'A CRM.', coverage: 'full_text' },
    }),
    run: (item) =>
      judge({ item, listener: market, nowMs: 0, history: emptyHistory(), weights: priorWeights() }),
    from: 128,
    upTo: 8_192,
  })
})
