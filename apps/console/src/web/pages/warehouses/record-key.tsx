import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Stranger } from '../../parts/values/stranger.tsx'

type Props = { orgId: string; table: string; id: string }

/** The key of a row. It leads to the page of the record, where a record of this table has one. */
export function RecordKey({ orgId, table, id }: Props): ReactNode {
  if (table !== 'signals' && table !== 'listeners') return <Stranger text={id} />
  return (
    <Link to={`/w/${orgId}/${table}/${encodeURIComponent(id)}`}>
      <Stranger text={id} />
    </Link>
  )
}
