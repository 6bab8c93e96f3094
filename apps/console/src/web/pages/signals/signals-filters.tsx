import { platformNames } from '@signalpost/domain/text'
import type { ReactNode } from 'react'
import { SelectField } from '../../parts/controls/field.tsx'
import { TypedField } from '../../parts/controls/typed-field.tsx'

/** The filters of the list; the first ones are always shown. */
export const filterNames = [
  ...(['words', 'urgency', 'classification', 'source'] as const),
  ...(['assignedTo', 'verdict', 'read', 'postedAfter'] as const),
  ...(['signalCategory', 'alerted', 'scoreVersion', 'minScore', 'listenerId', 'accountKey'] as const),
]

type FilterName = (typeof filterNames)[number]
export type Filters = Partial<Record<FilterName, string>>

// The server refuses other words; these are what the page offers.
const urgencies = ['immediate', 'high', 'medium', 'low']

const platforms = Object.entries(platformNames).map(([value, title]) => ({ value, title }))

const classifications = [
  ...['high_intent', 'evaluating', 'relevant', 'competitor', 'content', 'strong_match', 'worth_a_look'],
  ...['stretch', 'mismatch', 'stale', 'hiring_now', 'expanding', 'replacing', 'adjacent', 'switching'],
  ...['frustrated', 'comparing', 'praise', 'pain_confirmed', 'at_risk', 'healthy', 'noise'],
]

const categories = [
  ...['direct_intent', 'hire_vs_buy', 'competitor_pain', 'growth', 'funding', 'procurement', 'construction'],
  ...['regulatory', 'operational_pain', 'tech_change', 'leadership_change', 'real_estate', 'new_business'],
  ...['cx_failure', 'missing_capability', 'incident'],
]

type Props = { filters: Filters; change: (changes: Filters) => void; personId: string }

/** The filters of the API, under its names, and words. What is typed takes effect with Enter or on leaving the field. */
export function SignalsFilters({ filters, change, personId }: Props): ReactNode {
  const select = (
    name: FilterName,
    label: string,
    choices: readonly (string | { value: string; title: string })[],
    all = 'All',
  ) => (
    <SelectField
      label={label}
      all={all}
      value={filters[name] ?? ''}
      choices={choices}
      onChange={(value) => change({ [name]: value })}
    />
  )
  const text = (name: FilterName, label: string, placeholder: string) => (
    <TypedField
      key={name}
      label={label}
      isSearch={name === 'words'}
      placeholder={placeholder}
      value={filters[name] ?? ''}
      onCommit={(value) => change({ [name]: value })}
    />
  )
  const isMoreUsed = filterNames.slice(8).some((name) => filters[name] !== undefined)
  return (
    <search className="stack">
      <div className="filters">
        {text('words', 'Words', 'in title or excerpt')}
        {select('urgency', 'Urgency', urgencies)}
        {select('classification', 'Classification', classifications)}
        {select('source', 'Platform', platforms)}
        {select(
          'assignedTo',
          'Assigned to',
          [
            { value: personId, title: 'me' },
            { value: 'none', title: 'no one' },
          ],
          'Anyone',
        )}
        {select('verdict', 'Verdict', ['good', 'bad', 'none'])}
        {select(
          'read',
          'Read',
          [
            { value: 'false', title: 'unread' },
            { value: 'true', title: 'read' },
          ],
          'Both',
        )}
        {select(
          'postedAfter',
          'Posted',
          [
            { value: '24h', title: 'The last 24 hours' },
            { value: '7d', title: 'The last 7 days' },
            { value: '365d', title: 'The last year' },
          ],
          'The last 30 days',
        )}
      </div>
      <details className="more" open={isMoreUsed}>
        <summary>More filters</summary>
        <div className="filters">
          {select('signalCategory', 'Category', categories)}
          {select(
            'alerted',
            'Alerted',
            [
              { value: 'true', title: 'alerted' },
              { value: 'false', title: 'not alerted' },
            ],
            'Both',
          )}
          {select('scoreVersion', 'Score version', ['1', '2', '3'])}
          {text('minScore', 'Least score', '0 to 100')}
          {text('listenerId', 'Listener', 'lsn_…')}
          {text('accountKey', 'Account', 'd:example.com')}
        </div>
      </details>
    </search>
  )
}
