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
        {({
          sourceId,
          scheme,
          enabled,
          toleranceSeconds,
          ratePerMinute,
          createdAt,
          lastDeliveryAt,
          intakeUrl,
        }) => (
          <>
            <section className="card">
              <Facts
                items={[
                  ['State', <Status key="state" value={enabled ? 'enabled' : 'disabled'} />],
                  ['Address', <Copyable key="url" text={intakeUrl} label="the address" />],
                  ['Source', <Copyable key="id" text={sourceId} label="the id of the source" />],
                  ['How it signs', <code key="scheme">{scheme}</code>],
                  ['Clock tolerance', `${format(toleranceSeconds)} s`],
                  ['Limit', ratePerMinute === null ? 'none' : `${format(ratePerMinute)} requests a minute`],
                  ['Last delivery', <FullMoment key="last" at={lastDeliveryAt} />],
                  ['Created', <FullMoment key="created" at={createdAt} />],
                ]}
              />
              <p className="links">
                <Link to={`/w/${orgId}/deliveries?source=${sourceId}`}>Its deliveries</Link>
                <Link to={`/w/${orgId}/rejections?source=${sourceId}`}>Its rejections</Link>
              </p>
            </section>
            <Cockpit orgId={orgId} sourceId={sourceId} />
            <CommandLine text={command(['source', 'rotate', sourceId])} />
          </>
        )}
      </Answer>
    </Page>
  )
}
