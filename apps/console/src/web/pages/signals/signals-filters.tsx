import { classifications, nameAccount, signalCategories, urgencies } from '@signalpost/domain/text'
import type { ReactNode } from 'react'
import type { Answer } from '../../api/call.ts'
import { useListenerNames } from '../../api/use-listener-names.ts'
import { usePeopleNames } from '../../api/use-people-names.ts'
import { AccountPick } from '../../parts/conditions/account-pick.tsx'
import { Filters } from '../../parts/controls/filters.tsx'
import { TypedField } from '../../parts/controls/typed-field.tsx'
import { choicesOf, platformChoices } from '../../text/choices.ts'

type Kept = Answer<'GET /console/api/w/{orgId}/views'>['items'][number]['filters']

/** The filters of the list, each of which a saved view can keep. */
export const filterNames = [
  ...(['words', 'urgency', 'classification', 'source'] as const),
  ...(['assignedTo', 'verdict', 'read', 'postedAfter'] as const),
  ...(['signalCategory', 'alerted', 'scoreVersion', 'minScore', 'listenerId', 'accountKey'] as const),
] satisfies (keyof Kept)[]

type FilterName = (typeof filterNames)[number]
export type FilterValues = Partial<Record<FilterName, string>>

const scoreVersions = ['1', '2', '3']

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

type Props = {
  orgId: string
  filters: FilterValues
  change: (changes: FilterValues) => void
  personId: string
}

/** The filters of the API, under its names, and words. */
export function SignalsFilters({ orgId, filters, change, personId }: Props): ReactNode {
  const listeners = useListenerNames(orgId)
  const people = usePeopleNames(orgId)
  const others = new Map([...people].filter(([id]) => id !== personId))
  const assignees = [
    { value: personId, title: 'me' },
    { value: 'none', title: 'no one' },
    ...choicesOf(others),
  ]
  return (
    <Filters
      values={filters}
      change={change}
      filters={[
        { name: 'urgency', title: 'Urgency', choices: urgencies.toReversed() },
        { name: 'classification', title: 'Classification', choices: classifications },
        { name: 'source', title: 'Platform', choices: platformChoices },
        { name: 'assignedTo', title: 'Assigned to', all: 'Anyone', other: 'someone', choices: assignees },
        { name: 'verdict', title: 'Verdict', choices: ['good', 'bad', 'none'] },
        { name: 'read', title: 'Read', all: 'Both', choices: readChoices },
        { name: 'postedAfter', title: 'Posted', all: 'The last 30 days', choices: periods },
        { name: 'signalCategory', title: 'Category', choices: signalCategories },
        { name: 'alerted', title: 'Alerted', all: 'Both', choices: alertedChoices },
        { name: 'scoreVersion', title: 'Score version', choices: scoreVersions },
        { name: 'minScore', title: 'Score at least', placeholder: '0 to 100' },
        { name: 'listenerId', title: 'Listener', other: 'another', choices: choicesOf(listeners) },
        {
          name: 'accountKey',
          title: 'Account',
          wordOf: nameAccount,
          field: (key, onChange) => (
            <AccountPick
              label="Account"
              orgId={orgId}
              values={key === '' ? [] : [key]}
              onChange={([chosen = '']) => onChange(chosen)}
              isSingle
            />
          ),
        },
      ]}
    >
      <TypedField
        label="Words"
        isSearch
        placeholder="in title or excerpt"
        value={filters.words ?? ''}
        onCommit={(words) => change({ words })}
      />
    </Filters>
  )
}
