import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '../../shell/session.tsx'
import { Empty } from './empty.tsx'

type Props = {
  does: string
  /** The role that may at least try it, with a preview. */
  triedBy?: 'admin' | 'member'
  children: ReactNode
}

/** What only admins may do, such as `creates rules`; who else comes here by an address reads who may. */
export function AdminOnly({ does, triedBy = 'admin', children }: Props): ReactNode {
  const { orgId = '' } = useParams({ strict: false })
  if (useMay(triedBy)) return children
  return (
    <Empty title={`An admin ${does}`}>
      <p>
        <Link to={`/w/${orgId}/people`}>See who is one</Link>.
      </p>
    </Empty>
  )
}
