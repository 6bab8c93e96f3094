import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Answer } from '../../api/call.ts'
import { format } from '../../parts/data/sum-bar.tsx'
import { Copyable } from '../../parts/values/copyable.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { explain } from './explain.ts'

type Group = Answer<'GET /console/api/w/{orgId}/rejections/groups'>['items'][number]
type Props = { orgId: string; groups: readonly Group[]; nameOf: (sourceId: string) => string }

/** The refused requests by what explains them, each with what its sender should change. */
export function Groups({ orgId, groups, nameOf }: Props): ReactNode {
  if (groups.length === 0) return null
  return (
    <ul className="groups" aria-label="Grouped by source and explanation">
      {groups.map((group) => (
        <li key={`${group.sourceId} ${group.reason} ${group.finding} ${group.detail}`} className="group">
          <span className="group-count">{format(group.count)}</span>
          <div className="group-text">
            <p>
              <strong>
                <Stranger text={explain(group, nameOf)} />
              </strong>{' '}
              at{' '}
              <Link to={`/w/${orgId}/sources/${group.sourceId}`}>
                <Stranger text={nameOf(group.sourceId)} />
              </Link>
            </p>
            <p className="quiet">
              Since <Moment at={group.firstAt} />, last <Moment at={group.lastAt} />; from{' '}
              {group.addresses.map((address, index) => (
                <span key={address}>
                  {index > 0 && ', '}
                  <code>{address}</code>
                </span>
              ))}
              {group.addressCount > group.addresses.length &&
                ` and ${format(group.addressCount - group.addresses.length)} others`}
              {group.share > 0 && `; ${percent(group.share)} of its requests in 24 hours`}
            </p>
            {group.advice !== null && (
              <p className="advice">
                <span className="quiet">Advice for the sender: </span>
                <Copyable text={group.advice} label="the advice" />
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

function percent(share: number): string {
  return share < 0.001 ? 'less than 0.1 %' : `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`
}
