import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Answer as AnswerOf } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { useSourceNames } from '../../api/use-source-names.ts'
import { SelectField } from '../../parts/controls/field.tsx'
import { useFilters } from '../../parts/controls/use-filters.ts'
import { format } from '../../parts/data/sum-bar.tsx'
import { Table } from '../../parts/data/table.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Empty } from '../../parts/page/empty.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { groupRejections } from '../../text/group-rejections.ts'

type Rejection = AnswerOf<'GET /console/api/w/{orgId}/rejections'>['items'][number]

export function RejectionsPage(): ReactNode {
  const { orgId = '' } = useParams({ strict: false })
  const [{ source }, change] = useFilters(['source'])
  const sources = useSourceNames(orgId)
  const rejections = useRead(
    'GET /console/api/w/{orgId}/rejections',
    { params: { orgId }, query: { source } },
    { topics: ['rejections'], keep: true },
  )
  return (
    <Page
      title="Rejections"
      lead="Requests to your sources that were refused. Nothing of their content is kept."
    >
      <search className="filters">
        <SelectField
          label="Source"
          all="All"
          isSearch
          value={source ?? ''}
          choices={[...sources].map(([value, title]) => ({ value, title }))}
          onChange={(value) => change({ source: value })}
        />
      </search>
      <Answer of={rejections} what="the rejections">
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="None in the last 1,000 requests kept">
              <p>Every request that reached a known source was signed rightly. That is good.</p>
            </Empty>
          ) : (
            <Rejections orgId={orgId} items={items} sources={sources} />
          )
        }
      </Answer>
      <CommandLine text={`./signalpost source rejections ${source ?? [...sources.keys()][0] ?? 'ID'}`} />
    </Page>
  )
}

type Props = { orgId: string; items: readonly Rejection[]; sources: ReadonlyMap<string, string> }

function Rejections({ orgId, items, sources }: Props): ReactNode {
  const nameOf = (sourceId: string): string => sources.get(sourceId) ?? sourceId
  return (
    <>
      <ul className="groups" aria-label="Grouped by source and reason">
        {groupRejections(items).map((group) => (
          <li key={`${group.sourceId} ${group.reason} ${group.finding} ${group.detail}`} className="group">
            <span className="group-count">{format(group.count)}</span>
            <span>
              <strong>{explanationOf(group)}</strong> at{' '}
              <Link to={`/w/${orgId}/sources/${group.sourceId}`}>
                <Stranger text={nameOf(group.sourceId)} />
              </Link>
              <span className="quiet">
                {' '}
                since <Moment at={group.firstAt} />, last <Moment at={group.lastAt} />
              </span>
              {group.advice !== null && <span className="advice">{group.advice}</span>}
            </span>
          </li>
        ))}
      </ul>
      <Table
        caption="Refused requests, the newest first"
        rows={items.slice(0, mostRows)}
        keyOf={({ sourceId, at, address, bytes }) => `${sourceId} ${at} ${address} ${bytes}`}
        columns={[
          { title: 'Why', isWide: true, cell: explanationOf },
          { title: 'Source', cell: ({ sourceId }) => <Stranger text={nameOf(sourceId)} /> },
          { title: 'From', isMinor: true, cell: ({ address }) => <code>{address}</code> },
          { title: 'Bytes', isMinor: true, align: 'end', cell: ({ bytes }) => format(bytes) },
          { title: 'Refused', align: 'end', cell: ({ at }) => <Moment at={at} /> },
        ]}
      />
    </>
  )
}

const mostRows = 200

function explanationOf({
  reason,
  finding,
  detail,
}: Pick<Rejection, 'reason' | 'finding' | 'detail'>): string {
  const words = (finding ?? reason).replaceAll('_', ' ')
  return detail === null ? words : `${words}: ${detail}`
}
