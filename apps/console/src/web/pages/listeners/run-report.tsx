import { namePlatform } from '@signalpost/domain/text'
import type { ReactNode } from 'react'
import { Table } from '../../parts/data/table.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { WithCode } from '../../parts/values/with-code.tsx'
import { FoundItem } from './found-item.tsx'
import type { Report } from './listener-type.ts'

/** Each item of a run, unless `children` show them, then what it asked and what lacks. */
export function RunReport({ report, children }: { report: Report; children?: ReactNode }): ReactNode {
  const { items, searches, missing } = report
  const kept = items.filter((item) => item.kept).length
  return (
    <div className="stack">
      <p>
        {items.length === 0
          ? 'It read no posts.'
          : `${kept} of ${items.length} ${items.length === 1 ? 'item' : 'items'} ${kept === 1 ? 'is' : 'are'} kept.`}
      </p>
      {children ?? items.map((item) => <FoundItem key={item.url} item={item} />)}
      {searches.length > 0 && (
        <Table
          caption="What was asked"
          rows={searches}
          keyOf={({ platform, query, board }) => `${platform} ${query} ${board ?? ''}`}
          columns={[
            {
              title: 'Query',
              isWide: true,
              wraps: true,
              cell: ({ query, board }) => <Stranger text={board ?? query} />,
            },
            { title: 'Platform', isMinor: true, cell: ({ platform }) => namePlatform(platform) },
            {
              title: 'Read',
              align: 'end',
              cell: ({ fetched, error }) => (error === null ? fetched : 'failed'),
            },
          ]}
        />
      )}
      <Problems title="What did not work" texts={searches.flatMap(problemOf)} />
      <Problems title="What cannot be searched" texts={missing} />
    </div>
  )
}

function problemOf({ platform, query, board, error }: Report['searches'][number]): string[] {
  return error === null ? [] : [`${namePlatform(platform)}, ${board ?? query}: ${error}`]
}

/** Outside of the table, where there is room to read them to their end. */
function Problems({ title, texts }: { title: string; texts: readonly string[] }): ReactNode {
  if (texts.length === 0) return undefined
  return (
    <>
      <h3>{title}</h3>
      <ul className="issues">
        {texts.map((text) => (
          <li key={text}>
            <WithCode text={text} />
          </li>
        ))}
      </ul>
    </>
  )
}
