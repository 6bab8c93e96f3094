import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Answer } from '../../../api/call.ts'
import { useRead } from '../../../api/use-read.ts'
import { GroupFault } from '../../../parts/controls/check-field.tsx'
import { SelectField, TextField } from '../../../parts/controls/field.tsx'
import { Icon } from '../../../parts/controls/icon.tsx'
import { Button } from '../../../parts/form/button.tsx'
import { WithCode } from '../../../parts/values/with-code.tsx'
import type { Pair } from '../draft/listener-draft.ts'
import type { DraftProps } from './draft-props.ts'

type Platform = Answer<'GET /console/api/w/{orgId}/platforms'>['items'][number]

/** Where a listener looks, and what a platform still needs. */
export function WhereFields({ orgId, draft, onChange }: DraftProps & { orgId: string }): ReactNode {
  const { data } = useRead(
    'GET /console/api/w/{orgId}/platforms',
    { params: { orgId } },
    { topics: ['audit'] },
  )
  const platforms = (data?.items ?? []).filter(({ access }) => access !== 'provider')
  const rows = { orgId, platforms }
  return (
    <fieldset className="fields">
      <legend>Where it looks</legend>
      <Pairs
        {...rows}
        title="Queries"
        entry="Query"
        path="plan.queries"
        example="looking for a CRM"
        pairs={draft.queries}
        onChange={(queries) => onChange({ ...draft, queries })}
      />
      <Pairs
        {...rows}
        title="Job boards and feeds"
        entry="Board"
        path="boards"
        example="stripe, or the address of a feed"
        pairs={draft.boards}
        onChange={(boards) => onChange({ ...draft, boards })}
      />
    </fieldset>
  )
}

type PairsProps = {
  orgId: string
  platforms: readonly Platform[]
  title: string
  entry: string
  path: string
  example: string
  pairs: readonly Pair[]
  onChange: (pairs: Pair[]) => void
}

/** Texts, each for a platform. */
function Pairs({ orgId, platforms, title, entry, path, example, pairs, onChange }: PairsProps): ReactNode {
  const replace = (index: number, pair: Pair): void =>
    onChange(pairs.map((one, at) => (at === index ? pair : one)))
  return (
    <section className="pairs" aria-label={title}>
      <h3>{title}</h3>
      {pairs.map(({ key, platform, text }, index) => (
        <div key={key} className="pair">
          <SelectField
            label={`Platform of ${entry.toLowerCase()} ${index + 1}`}
            value={platform}
            onChange={(chosen) => replace(index, { key, platform: chosen, text })}
            choices={choicesWith(platforms, platform)}
          />
          <TextField
            label={`${entry} ${index + 1}`}
            path={`${path}.${index}`}
            value={text}
            placeholder={example}
            onChange={(typed) => replace(index, { key, platform, text: typed })}
          />
          <button
            type="button"
            className="icon-button"
            aria-label={`Remove ${entry.toLowerCase()} ${index + 1}`}
            onClick={() => onChange(pairs.filter((_, at) => at !== index))}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      <Lacking orgId={orgId} platforms={platforms.filter((one) => isUsed(one, pairs))} />
      <GroupFault path={path} />
      <p>
        <Button
          onClick={() => onChange([...pairs, { key: crypto.randomUUID(), platform: 'hackernews', text: '' }])}
        >
          Add a {entry.toLowerCase()}
        </Button>
      </p>
    </section>
  )
}

/** What the platforms that are asked still need. */
function Lacking({ orgId, platforms }: { orgId: string; platforms: readonly Platform[] }): ReactNode {
  const lacking = platforms.filter(({ missing }) => missing !== null)
  if (lacking.length === 0) return null
  return (
    <ul className="issues" aria-label="What platforms need">
      {lacking.map(({ platform, title, missing }) => (
        <li key={platform}>
          {title} is not searched yet. <WithCode text={missing ?? ''} />{' '}
          <Link to={`/w/${orgId}/listeners/platforms`}>Set up platforms</Link>
        </li>
      ))}
    </ul>
  )
}

function isUsed({ platform }: Platform, pairs: readonly Pair[]): boolean {
  return pairs.some((pair) => pair.platform === platform)
}

/** With the one that is chosen, also where this version does not search it. */
function choicesWith(platforms: readonly Platform[], own: string) {
  const choices = platforms.map(({ platform, title }) => ({ value: platform, title }))
  return choices.some(({ value }) => value === own) ? choices : [...choices, { value: own, title: own }]
}
