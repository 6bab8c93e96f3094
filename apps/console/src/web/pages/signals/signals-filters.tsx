import { platformNames } from '@signalpost/domain/text'
import type { ReactNode } from 'react'
import { useListenerNames } from '../../api/use-listener-names.ts'
import { SelectField } from '../../parts/controls/field.tsx'
import { Icon } from '../../parts/controls/icon.tsx'
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

const titles: Record<FilterName, string> = {
  ...{ words: 'Words', urgency: 'Urgency', classification: 'Classification', source: 'Platform' },
  ...{ assignedTo: 'Assigned to', verdict: 'Verdict', read: 'Read', postedAfter: 'Posted' },
  ...{ signalCategory: 'Category', alerted: 'Alerted', scoreVersion: 'Score version' },
  ...{ minScore: 'Least score', listenerId: 'Listener', accountKey: 'Account' },
}

const readChoices = [
  { value: 'false', title: 'unread' },
  { value: 'true', title: 'read' },
]

const periods = [
  { value: '24h', title: 'The last 24 hours' },
  { value: '72h', title: 'The last 72 hours' },
  { value: '7d', title: 'The last 7 days' },
  { value: '365d', title: 'The last year' },
]

const alertedChoices = [
  { value: 'true', title: 'alerted' },
  { value: 'false', title: 'not alerted' },
]

type Props = { orgId: string; filters: Filters; change: (changes: Filters) => void; personId: string }

/** The filters of the API, under its names, and words. What is typed takes effect with Enter or on leaving the field. */
export function SignalsFilters({ orgId, filters, change, personId }: Props): ReactNode {
  const listeners = useListenerNames(orgId)
  const select = (
    name: FilterName,
    choices: readonly (string | { value: string; title: string })[],
    all = 'All',
  ) => (
    <SelectField
      label={titles[name]}
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
      value={name === 'accountKey' ? (filters[name] ?? '').replace(/^d:/, '') : (filters[name] ?? '')}
      onCommit={(value) => change({ [name]: name === 'accountKey' ? accountKeyOf(value) : value })}
    />
  )
  const listenerChoices = [...listeners].map(([value, title]) => ({ value, title }))
  const used = filterNames.filter((name) => name !== 'words' && filters[name] !== undefined)
  return (
    <search className="stack">
      {text('words', 'Words', 'in title or excerpt')}
      {used.length > 0 && (
        <ul className="chips" aria-label="Filters in use">
          {used.map((name) => (
            <li key={name}>
              <button type="button" className="button" onClick={() => change({ [name]: '' })}>
                <span className="visually-hidden">Remove </span>
                {titles[name]}: {wordOf(name, filters[name] ?? '', { personId, listeners })}{' '}
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <details className="more">
        <summary>Add filter</summary>
        <div className="filters">
          {select('urgency', urgencies)}
          {select('classification', classifications)}
          {select('source', platforms)}
          {select(
            'assignedTo',
            [
              { value: personId, title: 'me' },
              { value: 'none', title: 'no one' },
            ],
            'Anyone',
          )}
          {select('verdict', ['good', 'bad', 'none'])}
          {select('read', readChoices, 'Both')}
          {select('postedAfter', periods, 'The last 30 days')}
          {select('signalCategory', categories)}
          {select('alerted', alertedChoices, 'Both')}
          {select('scoreVersion', ['1', '2', '3'])}
          {text('minScore', titles.minScore, '0 to 100')}
          {select('listenerId', listenerChoices)}
          {text('accountKey', titles.accountKey, 'example.com')}
        </div>
      </details>
    </search>
  )
}

/** People type a domain; the key of an account says that it is one. */
function accountKeyOf(typed: string): string {
  return typed === '' || /^[dn]:/.test(typed) ? typed : `d:${typed.toLowerCase()}`
}

type Known = { personId: string; listeners: ReadonlyMap<string, string> }

/** How a chip says what a filter keeps. */
function wordOf(name: FilterName, value: string, { personId, listeners }: Known): string {
  if (name === 'assignedTo') return value === 'none' ? 'no one' : value === personId ? 'me' : 'someone'
  if (name === 'listenerId') return listeners.get(value) ?? 'one'
  if (name === 'accountKey') return value.replace(/^[dn]:/, '')
  const titled = [...platforms, ...readChoices, ...periods, ...alertedChoices]
  const isTitled = name === 'source' || name === 'read' || name === 'postedAfter' || name === 'alerted'
  const title = isTitled ? titled.find((choice) => choice.value === value)?.title : undefined
  return title ?? value.replaceAll('_', ' ')
}
