import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'

const folders: Readonly<Record<string, string>> = {
  ...{ source: 'sources', channel: 'channels', delivery: 'deliveries', rule: 'rules' },
  ...{ warehouse: 'warehouses', signal: 'signals', listener: 'listeners', deal: 'pipeline' },
  ...{ collection: 'lists', person: 'people', escalation: 'escalations' },
}

type Props = { orgId: string; type: string; id: string; children: ReactNode }

/** Leads to the page of a record, where its type has one. */
export function RecordLink({ orgId, type, id, children }: Props): ReactNode {
  const pages: Record<string, unknown> = useRouter().routesByPath
  const folder = folders[type]
  if (folder === undefined || !(`/w/$orgId/${folder}/$id` in pages)) return children
  return <Link to={`/w/${orgId}/${folder}/${encodeURIComponent(id)}`}>{children}</Link>
}
