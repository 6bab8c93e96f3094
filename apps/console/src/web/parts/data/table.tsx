import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Column<Row> = {
  title: string
  cell: (row: Row) => ReactNode
  /** Numbers stand at the right. */
  align?: 'end'
  /** Left out on narrow screens. */
  isMinor?: boolean
  /** Takes the room that the others leave, and is cut there. */
  isWide?: boolean
}

type Props<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The page of a row; its first cell is the link. */
  linkOf?: (row: Row) => string
}

/** Rows of a list. Each is one link, so that it opens in a new tab and by keyboard like any other. */
export function Table<Row>({ caption, columns, rows, keyOf, linkOf }: Props<Row>): ReactNode {
  return (
    <div className="table-frame">
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" {...marksOf(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column, index) => (
                <td key={column.title} {...marksOf(column)}>
                  {index === 0 && linkOf !== undefined ? (
                    <Link className="row-link" data-row to={linkOf(row)}>
                      {column.cell(row)}
                    </Link>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function marksOf<Row>({ align, isMinor, isWide }: Column<Row>) {
  return {
    ...(align !== undefined && { 'data-align': align }),
    ...(isMinor === true && { 'data-minor': '' }),
    ...(isWide === true && { 'data-wide': '' }),
  }
}
