import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '../../api/use-read.ts'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Page } from '../../parts/page/page.tsx'
import { useMay } from '../../shell/session.tsx'
import { command } from '../../text/command.ts'
import { AssistantCalls } from './assistant-calls.tsx'
import { AssistantDetail } from './assistant-detail.tsx'
import { AssistantWrites } from './assistant-writes.tsx'

/** One assistant: what it may do, what it changed, with the way back, and what it called. */
export function AssistantPage(): ReactNode {
  const { orgId = '', id = '' } = useParams({ strict: false })
  const isAdmin = useMay('admin')
  const assistant = useRead(
    'GET /console/api/w/{orgId}/assistants/{id}',
    { params: { orgId, id } },
    { topics: ['audit'] },
  )
  return (
    <Page
      title={assistant.data?.client.name ?? 'Assistant'}
      lead={<Link to={`/w/${orgId}/assistants`}>All assistants</Link>}
    >
      <Answer of={assistant} what="the assistant">
        {(shown) => (
          <>
            <AssistantDetail orgId={orgId} assistant={shown} />
            <AssistantWrites orgId={orgId} id={id} />
            <AssistantCalls orgId={orgId} id={id} />
            {isAdmin && (
              <CommandLine
                text={command(['assistant', 'log'], { workspace: orgId, person: shown.personId })}
              />
            )}
          </>
        )}
      </Answer>
    </Page>
  )
}
