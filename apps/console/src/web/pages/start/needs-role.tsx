import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** What is there for those who may not do a step. */
export function NeedsRole({ orgId, demands }: { orgId: string; demands: 'admin' | 'member' }): ReactNode {
  return (
    <p className="quiet">
      {demands === 'admin' ? 'An admin' : 'A member or an admin'} of the workspace does this.{' '}
      <Link to={`/w/${orgId}/people`}>See who is one</Link>. This page shows when it is done.
    </p>
  )
}
