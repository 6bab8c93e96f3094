import type { ReactNode } from 'react'
import type { Answer } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { Button } from '../../parts/form/button.tsx'
import { Refusal } from '../../parts/form/refusal.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Copyable } from '../../parts/values/copyable.tsx'
import { Facts } from '../../parts/values/facts.tsx'
import { FullMoment, Moment } from '../../parts/values/moment.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { useMay } from '../../shell/session.tsx'
import { command } from '../../text/command.ts'
import { scopeWords } from '../../text/scope-words.ts'

type Assistant = Answer<'GET /console/api/w/{orgId}/assistants/{id}'>

type Props = { orgId: string; assistant: Assistant }

const endings: Readonly<Record<NonNullable<Assistant['endReason']>, string>> = {
  person: 'its person ended it',
  admin: 'an admin ended it',
  membership: 'its person left the workspace',
  client: 'the application ended it',
  reuse: 'one of its tokens was used again when it no longer might be: someone may have copied it',
}

/** What an assistant may do, and the act that ends it. */
export function AssistantDetail({ orgId, assistant }: Props): ReactNode {
  const { assistantId, client, state, endReason, isOwn } = assistant
  const mayEnd = useMay('admin') || isOwn
  return (
    <section className="card stack">
      <Facts
        items={[
          ['Its host', client.host === null ? 'unverified' : <Stranger key="host" text={client.host} />],
          ['Sends people back to', <Stranger key="to" text={client.returnsTo} />],
          ['State', <Status key="state" value={state} />],
          ...(endReason === null ? [] : [['Ended because', endings[endReason]] as [string, string]]),
          ['Acts as', <Stranger key="person" text={assistant.personName ?? assistant.personId} />],
          ['May', assistant.scopes.map((scope) => scopeWords[scope]).join(', ')],
          ['Connected', <FullMoment key="since" at={assistant.since} />],
          ['Expires', <FullMoment key="expires" at={assistant.expiresAt} mayBeAhead />],
          ['Last used', <Moment key="used" at={assistant.lastUsedAt} />],
          ['Assistant', <Copyable key="id" text={assistantId} label="the id of the assistant" />],
        ]}
      />
      {mayEnd && state === 'connected' && <End orgId={orgId} assistant={assistant} />}
    </section>
  )
}

function End({ orgId, assistant: { assistantId, isOwn } }: Props): ReactNode {
  const isAdmin = useMay('admin')
  const disconnect = useWrite('DELETE /console/api/assistants/{id}')
  const revoke = useWrite('DELETE /console/api/w/{orgId}/assistants/{id}')
  const end = (): void => {
    if (isOwn) disconnect.mutate({ params: { id: assistantId } })
    else revoke.mutate({ params: { orgId, id: assistantId } })
  }
  return (
    <>
      <p>Once ended, it is refused within 5 seconds. Its person can connect the application again.</p>
      <Refusal error={disconnect.error ?? revoke.error} what="The assistant still has access." />
      <Button look="danger" disabled={disconnect.isPending || revoke.isPending} onClick={end}>
        End this assistant
      </Button>
      {isAdmin && <CommandLine text={command(['assistant', 'revoke', assistantId])} />}
    </>
  )
}
