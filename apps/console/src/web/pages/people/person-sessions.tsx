import type { ReactNode } from 'react'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { Logins } from '../../parts/data/logins.tsx'
import { AskFirst } from '../../parts/form/ask-first.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { command } from '../../text/command.ts'

export function PersonSessions({ orgId, personId }: { orgId: string; personId: string }): ReactNode {
  const params = { orgId, id: personId }
  const sessions = useRead(
    'GET /console/api/w/{orgId}/people/{id}/sessions',
    { params },
    { topics: ['audit'] },
  )
  const end = useWrite('DELETE /console/api/w/{orgId}/people/{id}/sessions')
  return (
    <section className="card">
      <header className="section-head">
        <h2>Sessions</h2>
        <AskFirst
          label="End all"
          look="danger"
          title="End all sessions"
          refused="The sessions were not ended."
          write={end}
          onYes={(close) => end.mutate({ params }, { onSuccess: close })}
          command={command(['person', 'end-sessions', personId])}
          disabled={sessions.data?.items.length === 0}
        >
          They are logged out of every browser and command line at once, and can log in again.
        </AskFirst>
      </header>
      <Answer of={sessions} what="the sessions">
        {({ items }) =>
          items.length === 0 ? <p className="quiet">They are not logged in.</p> : <Logins items={items} />
        }
      </Answer>
      <CommandLine text={command(['person', 'end-sessions', personId])} />
    </section>
  )
}
