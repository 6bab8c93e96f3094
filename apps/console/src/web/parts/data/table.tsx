import { Link } from '@tanstack/react-router'
import type { DragEvent, ReactNode } from 'react'
import { ScrolledFrame } from './scrolled-frame.tsx'

type Column<Row> = {
  title: string
  cell: (row: Row) => ReactNode
  /** Numbers stand at the right. */
  align?: 'end'
  /** Left out on narrow screens. */
  isMinor?: boolean
  /** Takes the room that the others leave, and is cut there. Where it is left out, the first column does. */
  isWide?: boolean
  /** Is never cut, such as words of the program, which are short. */
  isWhole?: boolean
  /** Shows all of a long text, on several lines. */
  wraps?: boolean
}

type Props<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Whether there may be any number of columns: it scrolls to the side where there is no room. */
  scrolls?: boolean
  /** The page of a row; its first cell is the link. */
  linkOf?: (row: Row) => string
  /** Where a row has no page of its own: its first cell opens a dialog. */
  onOpen?: (row: Row) => void
  /** Where the order is a person's: a row was dragged onto another, whose place it takes. */
  onDrop?: ((key: string, onto: Row) => void) | undefined
}

/** What is dragged: rows of this origin alone. */
const rowType = 'application/x-signalpost-row'

/** Rows of a list. Each is one link, so that it opens in a new tab and by keyboard like any other. */
export function Table<Row>({ scrolls = false, ...props }: Props<Row>): ReactNode {
  if (!scrolls) {
    return (
      <div className="table-frame">
        <Rows className="rows" {...props} />
      </div>
    )
  }
  return (
    <ScrolledFrame label={props.caption}>
      <Rows {...props} />
    </ScrolledFrame>
  )
}

type RowsProps<Row> = Omit<Props<Row>, 'scrolls'> & { className?: string }

function Rows<Row>({ className, caption, columns, rows, keyOf, ...acts }: RowsProps<Row>): ReactNode {
  const { linkOf, onOpen, onDrop } = acts
  return (
    <table className={className}>
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
          <tr key={keyOf(row)} {...dragOf(row, { keyOf, onDrop })}>
            {columns.map((column, index) => (
              <td key={column.title} {...marksOf(column)}>
                {index === 0 ? (
                  <First row={row} {...{ linkOf, onOpen }} cell={column.cell} />
                ) : (
                  column.cell(row)
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type FirstProps<Row> = {
  row: Row
  cell: Column<Row>['cell']
  linkOf: Props<Row>['linkOf'] | undefined
  onOpen: Props<Row>['onOpen'] | undefined
}

function First<Row>({ row, cell, linkOf, onOpen }: FirstProps<Row>): ReactNode {
  if (linkOf !== undefined) {
    return (
      <Link className="row-link" data-row to={linkOf(row)}>
        {cell(row)}
      </Link>
    )
  }
  if (onOpen === undefined) return cell(row)
  return (
    <button type="button" className="row-link" data-row onClick={() => onOpen(row)}>
      {cell(row)}
    </button>
  )
}

/** Of a row that can be dragged. Who uses keys has buttons in the row for the same. */
function dragOf<Row>(row: Row, { keyOf, onDrop }: Pick<Props<Row>, 'keyOf' | 'onDrop'>) {
  if (onDrop === undefined) return {}
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => event.dataTransfer.setData(rowType, keyOf(row)),
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes(rowType)) event.preventDefault()
    },
    onDrop: (event: DragEvent) => {
      const key = event.dataTransfer.getData(rowType)
      if (key === '') return
      event.preventDefault()
      if (key !== keyOf(row)) onDrop(key, row)
    },
  }
}

function marksOf<Row>({ align, isMinor, isWide, isWhole, wraps }: Column<Row>) {
  return {
    ...(align !== undefined && { 'data-align': align }),
    ...(isMinor === true && { 'data-minor': '' }),
    ...(isWide === true && { 'data-wide': '' }),
    ...(isWhole === true && { 'data-whole': '' }),
    ...(wraps === true && { 'data-wraps': '' }),
  }
}
