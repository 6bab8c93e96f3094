import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '../../shell/session.tsx'
import { Empty } from './empty.tsx'

/** What only admins may do, such as `creates rules`; who else comes here by an address reads who may. */
export function AdminOnly({ does, children }: { does: string; children: ReactNode }): ReactNode {
  const { orgId = '' } = useParams({ strict: false })
  if (useMay('admin')) return children
  return (
    <Empty title={`An admin ${does}`}>
      <p>
        <Link to={`/w/${orgId}/people`}>See who is one</Link>.
      </p>
    </Empty>
  )
}
