import { formatMoney } from '@signalpost/domain/text'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Answer as AnswerOf } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { Button } from '../../parts/form/button.tsx'
import { Refusal } from '../../parts/form/refusal.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { usePages } from '../../parts/page/pager.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { useMay, useSession } from '../../shell/session.tsx'
import { readTitle } from '../../text/read-title.ts'

type Write = AnswerOf<'GET /console/api/w/{orgId}/assistants/{id}/writes'>['items'][number]
type Value = Write['changes'][number]['from']

/** What assistants do, as it follows the name of the record. */
const acts: Readonly<Record<string, string>> = {
  ...{ 'signal.assign': 'assigned', 'signal.save': 'saved to a list', 'deal.create': 'created' },
  ...{ 'deal.update': 'changed', 'note.create': 'noted', 'collection.create': 'list created' },
  'website.analyse': 'analysed',
}
const members = { assignedTo: 'Assigned to', stage: 'Stage', value: 'Value', ownerId: 'Owner' } as const
const sections: Readonly<Record<string, string>> = {
  signal: 'signals',
  deal: 'pipeline',
  account: 'accounts',
  collection: 'lists',
}
const kinds: Readonly<Record<string, string>> = {
  ...{ assistant: 'an assistant', key: 'an API key', cli: 'the command line', system: 'Signalpost' },
}

/** What an assistant changed. Assignments and changes of deals are put back where they still stand. */
export function AssistantWrites({ orgId, id }: { orgId: string; id: string }): ReactNode {
  const mayChange = useMay('member')
  const { cursor, pager } = usePages(id)
  const writes = useRead(
    'GET /console/api/w/{orgId}/assistants/{id}/writes',
    { params: { orgId, id }, query: { cursor, limit: '20' } },
    { topics: ['audit', 'signals'], keep: true },
  )
  const undo = useWrite('POST /console/api/w/{orgId}/assistants/{id}/undo')
  return (
    <section className="card">
      <h2>Changes</h2>
      <Refusal error={undo.error} what="The change was not put back." />
      <Answer of={writes} what="the changes">
        {({ items, nextCursor }) => (
          <>
            {items.length === 0 && cursor === undefined && <p className="quiet">It has changed nothing.</p>}
            <ul className="lines writes" aria-label="Changes, the newest first">
              {items.map((write) => (
                <li key={write.auditId} className="line">
                  <div>
                    <Target orgId={orgId} write={write} /> {acts[write.act] ?? write.act.replaceAll('.', ' ')}
                    <Changes write={write} />
                    <Standing write={write} />
                    {mayChange && write.state === 'stands' && (
                      <Button
                        disabled={undo.isPending}
                        aria-label={`Put back ${nameOf(write)}`}
                        onClick={() =>
                          undo.mutate({ params: { orgId, id }, body: { auditId: write.auditId } })
                        }
                      >
                        Put back
                      </Button>
                    )}
                  </div>
                  <Moment at={write.at} />
                </li>
              ))}
            </ul>
            {pager(nextCursor)}
          </>
        )}
      </Answer>
    </section>
  )
}

function nameOf({ target }: Write): string {
  return readTitle(target.name ?? '') || `${target.type} ${target.id}`
}

function Target({ orgId, write }: { orgId: string; write: Write }): ReactNode {
  const section = sections[write.target.type]
  const name = <Stranger text={nameOf(write)} />
  if (section === undefined || write.state === 'gone') return name
  return <Link to={`/w/${orgId}/${section}/${encodeURIComponent(write.target.id)}`}>{name}</Link>
}

function Changes({ write: { changes } }: { write: Write }): ReactNode {
  return changes.map(({ member, from, to }) => (
    <div key={member}>
      {members[member]}: <Shown value={from} /> → <Shown value={to} />
    </div>
  ))
}

function Shown({ value }: { value: Value }): ReactNode {
  if (value === null) return <span className="quiet">none</span>
  if ('stage' in value) return value.stage
  if ('amount' in value) return formatMoney(value.amount, value.currency)
  return <Stranger text={value.name ?? value.personId} />
}

/** Says why a change is not put back. */
function Standing({ write: { state, since } }: { write: Write }): ReactNode {
  if (state === 'stands' || state === 'final') return null
  if (state === 'gone') return <div className="quiet">It no longer exists.</div>
  return (
    <div className="quiet">
      {state === 'undone' ? 'Put back' : 'Changed since'}
      {since !== null && (
        <>
          {' '}
          by <Actor actor={since.actor} />, <Moment at={since.at} />
        </>
      )}
      .
    </div>
  )
}

function Actor({ actor: { kind, id, name } }: { actor: NonNullable<Write['since']>['actor'] }): ReactNode {
  const { personId } = useSession().person
  if (id === personId) return 'you'
  if (name !== null) return <Stranger text={name} />
  return kind === 'person' ? <Stranger text={id} /> : (kinds[kind] ?? kind)
}
