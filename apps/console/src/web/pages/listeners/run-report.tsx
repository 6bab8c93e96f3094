import { namePlatform } from '@signalpost/domain/text'
import type { ReactNode } from 'react'
import { Table } from '../../parts/data/table.tsx'
import { Components } from '../../parts/score/components.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { readTitle } from '../../text/read-title.ts'
import type { Report } from './listener-type.ts'

/** What a run asked, what lacks, and each item with every point of its score. */
export function RunReport({ report }: { report: Report }): ReactNode {
  const { items, searches, missing } = report
  const kept = items.filter((item) => item.kept).length
  return (
    <div className="stack">
      <p>
        {items.length === 0
          ? 'It read no posts.'
          : `${kept} of ${items.length} ${items.length === 1 ? 'item' : 'items'} ${kept === 1 ? 'is' : 'are'} kept.`}
      </p>
      {searches.length > 0 && (
        <Table
          caption="What was asked"
          rows={searches}
          keyOf={({ platform, query, board }) => `${platform} ${query} ${board ?? ''}`}
          columns={[
            { title: 'Query', isWide: true, cell: ({ query, board }) => <Stranger text={board ?? query} /> },
            { title: 'Platform', isMinor: true, cell: ({ platform }) => namePlatform(platform) },
            { title: 'Read', align: 'end', cell: ({ fetched }) => fetched },
          ]}
        />
      )}
      <Problems title="What did not work" texts={searches.flatMap(problemOf)} />
      <Problems title="What cannot be searched" texts={missing} />
      {items.map((item) => (
        <details key={item.url} className="found">
          <summary>
            <Status value={item.kept ? 'kept' : 'dropped'} />{' '}
            {item.relevanceScore !== null && <strong>{item.relevanceScore}</strong>}{' '}
            <Stranger text={readTitle(item.title === '' ? item.url : item.title)} />
          </summary>
          <p className="quiet">
            <Stranger text={item.reason.replaceAll('_', ' ')} />{' '}
            {/^https?:\/\//i.test(item.url) && (
              <a href={item.url} rel="noreferrer" target="_blank">
                Open the post
              </a>
            )}
          </p>
          {item.components !== null && <Components components={item.components} />}
        </details>
      ))}
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
            <Stranger text={text} />
          </li>
        ))}
      </ul>
    </>
  )
}
