import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Answer as AnswerOf } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { useSourceNames } from '../../api/use-source-names.ts'
import { Filters } from '../../parts/controls/filters.tsx'
import { useFilters } from '../../parts/controls/use-filters.ts'
import { format } from '../../parts/data/sum-bar.tsx'
import { Table } from '../../parts/data/table.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Empty } from '../../parts/page/empty.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { choicesOf } from '../../text/choices.ts'
import { nameOf } from '../../text/name-of.ts'
import { explain } from './explain.ts'
import { Groups } from './groups.tsx'
import { WatchNext } from './watch-next.tsx'

type Rejection = AnswerOf<'GET /console/api/w/{orgId}/rejections'>['items'][number]

const mostRows = 200

export function RejectionsPage(): ReactNode {
  const { orgId = '' } = useParams({ strict: false })
  const [{ source }, change] = useFilters(['source'])
  const sources = useSourceNames(orgId)
  const asked = { params: { orgId }, query: { source } }
  const rejections = useRead('GET /console/api/w/{orgId}/rejections', asked, {
    topics: ['rejections'],
    keep: true,
  })
  const groups = useRead('GET /console/api/w/{orgId}/rejections/groups', asked, {
    topics: ['rejections'],
    keep: true,
  })
  const shown = source ?? rejections.data?.items[0]?.sourceId ?? [...sources.keys()][0] ?? 'ID'
  const sourceName = (sourceId: string): string => nameOf(sources, sourceId, 'a deleted source')
  return (
    <Page
      title="Rejections"
      lead="Requests to your sources that were refused. Nothing of their content is kept."
    >
      <Filters
        values={{ ...(source !== undefined && { source }) }}
        change={change}
        filters={[
          { name: 'source', title: 'Source', other: 'a deleted source', choices: choicesOf(sources) },
        ]}
      />
      <WatchNext orgId={orgId} source={source} nameOf={sourceName} />
      <Answer of={groups} what="what explains them">
        {({ items }) => <Groups orgId={orgId} groups={items} nameOf={sourceName} />}
      </Answer>
      <Answer of={rejections} what="the rejections">
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No refused requests in the last 1,000 kept">
              <p>Every request to a known source had a valid signature.</p>
            </Empty>
          ) : (
            <Newest items={items} nameOf={sourceName} />
          )
        }
      </Answer>
      <CommandLine text={`./signalpost source rejections ${shown}`} />
      <p className="quiet">
        Is one missing? Requests to unknown addresses are not logged. See the addresses of the{' '}
        <Link to={`/w/${orgId}/sources`}>sources</Link>.
      </p>
    </Page>
  )
}

type Props = { items: readonly Rejection[]; nameOf: (sourceId: string) => string }

function Newest({ items, nameOf }: Props): ReactNode {
  return (
    <Table
      caption="Refused requests, the newest first"
      rows={items.slice(0, mostRows)}
      keyOf={({ sourceId, at, address, bytes }) => `${sourceId} ${at} ${address} ${bytes}`}
      columns={[
        { title: 'Why', isWide: true, cell: (rejection) => <Stranger text={explain(rejection, nameOf)} /> },
        { title: 'Source', cell: ({ sourceId }) => <Stranger text={nameOf(sourceId)} /> },
        { title: 'From', isMinor: true, cell: ({ address }) => <code>{address}</code> },
        { title: 'Bytes', isMinor: true, align: 'end', cell: ({ bytes }) => format(bytes) },
        { title: 'Refused', align: 'end', cell: ({ at }) => <Moment at={at} /> },
      ]}
    />
  )
}
