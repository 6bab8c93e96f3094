import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { Answer } from '../page/answer.tsx'
import type { usePages } from '../page/pager.tsx'
import { Table } from './table.tsx'

type Read<Row> = { items: readonly Row[]; nextCursor?: string | null }

type Props<Row> = Omit<ComponentProps<typeof Table<Row>>, 'rows'> & {
  of: UseQueryResult<Read<Row>, Error>
  /** What could not be had, such as `the deliveries`. */
  what: string
  /** What is shown instead of a list without rows. */
  empty: ReactNode
  /** For a list in pages. */
  pages?: Pick<ReturnType<typeof usePages>, 'cursor' | 'pager'>
}

/** The rows that a read returned, as a table. */
export function List<Row>({ of, what, empty, pages, ...table }: Props<Row>): ReactNode {
  return (
    <Answer of={of} what={what}>
      {({ items, nextCursor }) =>
        items.length === 0 && pages?.cursor === undefined ? (
          empty
        ) : (
          <>
            <Table rows={items} {...table} />
            {pages?.pager(nextCursor)}
          </>
        )
      }
    </Answer>
  )
}
