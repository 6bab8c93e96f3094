import { labelOfMember } from '@signalpost/domain/text'
import type { ReactNode } from 'react'
import type { Answer } from '../../api/call.ts'
import { Copyable } from '../../parts/values/copyable.tsx'
import { Facts } from '../../parts/values/facts.tsx'
import { FullMoment } from '../../parts/values/moment.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'

export type Entry = Answer<'GET /console/api/w/{orgId}/audit'>['items'][number]

/** One entry of the log: who, when, from where, and each member before and after. */
export function EntryDetail({
  entry: { auditId, at, actor, target, before, after, address, requestId, refusal, via },
}: {
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
          ['Target', <Stranger key="target" text={`${target.type} ${target.id}`} />],
          ...(refusal === null ? [] : [['Refused', refusal] as const]),
          ['From', address ?? 'this machine'],
          ...(requestId === null ? [] : [['Request', <Stranger key="request" text={requestId} />] as const]),
          ['Entry', <Copyable key="id" text={auditId} label="the id of the entry" />],
        ]}
      />
      {members.length > 0 && (
        <div className="table-frame">
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
        </div>
      )}
    </div>
  )
}

function Value({ of: state, member }: { of: Entry['before']; member: string }): ReactNode {
  const value = state?.[member]
  if (value === undefined) return <span className="quiet">none</span>
  return <Stranger text={typeof value === 'string' ? value : JSON.stringify(value)} />
}
