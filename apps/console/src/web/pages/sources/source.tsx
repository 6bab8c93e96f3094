import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '../../api/use-read.ts'
import { format } from '../../parts/data/sum-bar.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Copyable } from '../../parts/values/copyable.tsx'
import { Facts } from '../../parts/values/facts.tsx'
import { FullMoment } from '../../parts/values/moment.tsx'
import { Status } from '../../parts/values/status.tsx'
import { command } from '../../text/command.ts'
import { Cockpit } from './cockpit.tsx'
import { SetUp } from './set-up.tsx'
import { SourceActs } from './source-acts.tsx'

export function SourcePage(): ReactNode {
  const { orgId = '', id = '' } = useParams({ strict: false })
  const source = useRead(
    'GET /console/api/w/{orgId}/sources/{id}',
    { params: { orgId, id } },
    { topics: ['sources', 'audit'] },
  )
  return (
    <Page
      title={source.data === undefined ? `Source ${id}` : source.data.name}
      lead={<Link to={`/w/${orgId}/sources`}>All sources</Link>}
      acts={source.data && <SourceActs orgId={orgId} source={source.data} />}
    >
      <Answer of={source} what="the source">
        {(data) => (
          <>
            <section className="card">
              <Facts
                items={[
                  ['State', <Status key="state" value={data.enabled ? 'enabled' : 'disabled'} />],
                  ['Address', <Copyable key="url" text={data.intakeUrl} label="the address" />],
                  ['Source', <Copyable key="id" text={id} label="the id of the source" />],
                  ['How it signs', <code key="scheme">{data.scheme}</code>],
                  ['Clock tolerance', `${format(data.toleranceSeconds)} s`],
                  [
                    'Limit',
                    data.ratePerMinute === null ? 'none' : `${format(data.ratePerMinute)} requests a minute`,
                  ],
                  ['Last delivery', <FullMoment key="last" at={data.lastDeliveryAt} />],
                  ['Created', <FullMoment key="created" at={data.createdAt} />],
                ]}
              />
              <p className="links">
                <Link to={`/w/${orgId}/deliveries?source=${id}`}>Its deliveries</Link>
                <Link to={`/w/${orgId}/rejections?source=${id}`}>Its rejections</Link>
              </p>
            </section>
            <SetUp orgId={orgId} source={data} />
            <Cockpit orgId={orgId} sourceId={id} />
            <CommandLine text={command(['source', 'rotate', id])} />
          </>
        )}
      </Answer>
    </Page>
  )
}
