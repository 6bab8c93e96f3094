import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Answer as AnswerOf } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { useSchemeTitle } from '../../api/use-scheme-title.ts'
import { format } from '../../parts/data/sum-bar.tsx'
import { More } from '../../parts/form/more.tsx'
import { Guide } from '../../parts/guide/guide.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Copyable } from '../../parts/values/copyable.tsx'
import { Facts } from '../../parts/values/facts.tsx'
import { FullMoment } from '../../parts/values/moment.tsx'
import { Status } from '../../parts/values/status.tsx'
import { command } from '../../text/command.ts'
import { WatchNext } from '../rejections/watch-next.tsx'
import { Cockpit } from './cockpit.tsx'
import { Sending } from './sending/sending.tsx'
import { SourceActs } from './source-acts.tsx'

export function SourcePage(): ReactNode {
  const { orgId = '', id = '' } = useParams({ strict: false })
  const schemeTitle = useSchemeTitle()
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
                  ['Signs as', schemeTitle(data.scheme)],
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

type Props = { orgId: string; source: AnswerOf<'GET /console/api/w/{orgId}/sources/{id}'> }

/** How the sender is set up, with code that sends, and what arrives meanwhile. It is open until something has arrived. */
function SetUp({ orgId, source }: Props): ReactNode {
  const schemes = useRead('GET /console/api/schemes', {}, { everyMs: 'never' })
  const { sourceId, name, scheme, lastDeliveryAt } = source
  const steps = schemes.data?.items.find((one) => one.name === scheme)?.guide ?? []
  return (
    <section className="card" aria-label="Setting up the sender">
      <More title="Set up the sender" isUsed={lastDeliveryAt === null}>
        <Guide steps={steps} />
        <Sending orgId={orgId} source={source} secret={undefined} />
      </More>
      <WatchNext orgId={orgId} source={sourceId} nameOf={() => name} />
    </section>
  )
}
