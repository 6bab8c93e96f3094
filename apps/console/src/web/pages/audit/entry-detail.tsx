import { labelOfMember } from '@signalpost/domain/text'
import type { ReactNode } from 'react'
import type { Answer } from '../../api/call.ts'
import { ScrolledFrame } from '../../parts/data/scrolled-frame.tsx'
import { Copyable } from '../../parts/values/copyable.tsx'
import { Facts } from '../../parts/values/facts.tsx'
import { FullMoment } from '../../parts/values/moment.tsx'
import { RecordLink } from '../../parts/values/record-link.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { cut } from '../../text/cut.ts'
import { readTitle } from '../../text/read-title.ts'

export type Entry = Answer<'GET /console/api/w/{orgId}/audit'>['items'][number]

/** One entry of the log: who, when, from where, and each member before and after. */
export function EntryDetail({
  orgId,
  entry: { auditId, at, actor, target, before, after, address, requestId, refusal, via },
}: {
  orgId: string
  entry: Entry
}): ReactNode {
  const members = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return (
    <div className="stack">
      <Facts
        items={[
          ['When', <FullMoment key="at" at={at} />],
          [
            'By',
            <Stranger
              key="by"
              text={`${actor.name === null ? '' : `${actor.name}, `}${actor.kind} ${actor.id}`}
            />,
          ],
          ...(via === null ? [] : [['Came by', 'a command line'] as const]),
          [labelOfMember(target.type), <Target key="target" orgId={orgId} target={target} />],
          ...(target.name === null ? [] : [['Its id', <Stranger key="id" text={target.id} />] as const]),
          ...(refusal === null ? [] : [['Refused', refusal] as const]),
          ['From', address ?? 'this machine'],
          ...(requestId === null ? [] : [['Request', <Stranger key="request" text={requestId} />] as const]),
          ['Entry', <Copyable key="id" text={auditId} label="the id of the entry" />],
        ]}
      />
      {members.length > 0 && (
        <ScrolledFrame label="What changed">
          <table>
            <caption className="visually-hidden">What changed</caption>
            <thead>
              <tr>
                <th scope="col">What</th>
                <th scope="col">Before</th>
                <th scope="col">After</th>
              </tr>
            </thead>
            <tbody>
              {members.map((member) => (
                <tr key={member}>
                  <th scope="row">{labelOfMember(member)}</th>
                  <td>
                    <Value of={before} member={member} />
                  </td>
                  <td>
                    <Value of={after} member={member} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrolledFrame>
      )}
    </div>
  )
}

/** What an act was about: by its name, or by its id where it has none. */
export function Target({
  orgId,
  target: { type, id, name },
}: {
  orgId: string
  target: Entry['target']
}): ReactNode {
  return (
    <RecordLink orgId={orgId} type={type} id={id}>
      {name === null ? (
        <code>
          <Stranger text={cut(id, 40)} />
        </code>
      ) : (
        <Stranger text={readTitle(name, 60)} />
      )}
    </RecordLink>
  )
}

function Value({ of: state, member }: { of: Entry['before']; member: string }): ReactNode {
  const value = state?.[member]
  const text = textOf(value)
  return text === '' ? <span className="quiet">none</span> : <Stranger text={text} />
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (typeof value !== 'object') return typeof value === 'string' ? value : JSON.stringify(value)
  return Object.entries(value)
    .map(([member, one]) => `${labelOfMember(member)}: ${textOf(one) || 'none'}`)
    .join('; ')
}
