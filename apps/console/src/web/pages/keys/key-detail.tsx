import type { ReactNode } from 'react'
import type { Answer } from '../../api/call.ts'
import { usePeopleNames } from '../../api/use-people-names.ts'
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
import { KeyActor } from './key-actor.tsx'

export type Key = Answer<'GET /console/api/w/{orgId}/keys'>['items'][number]

type Props = { orgId: string; apiKey: Key; onDone: () => void }

/** What a key may do, and the act that ends it. */
export function KeyDetail({ orgId, apiKey, onDone }: Props): ReactNode {
  const { keyId, name, state, scopes, owner, createdAt, expiresAt, lastUsedAt } = apiKey
  const people = usePeopleNames(orgId)
  const mayRevoke = useMay('admin') && state !== 'revoked'
  return (
    <div className="stack">
      <Facts
        items={[
          ['Name', name === null ? 'none' : <Stranger key="name" text={name} />],
          ['Key', <Copyable key="id" text={keyId} label="the id of the key" />],
          ['State', <Status key="state" value={state} />],
          ['Scopes', scopes.join(', ')],
          ['Acts as', <KeyActor key="actor" apiKey={apiKey} people={people} />],
          ['Owner', owner === null ? 'not known' : <Stranger key="owner" text={owner.name ?? owner.id} />],
          ['Created', <FullMoment key="created" at={createdAt} />],
          ['Expires', expiresAt === null ? 'never' : <FullMoment key="expires" at={expiresAt} mayBeAhead />],
          ['Last used', <Moment key="used" at={lastUsedAt} />],
        ]}
      />
      {mayRevoke && <Revoke orgId={orgId} apiKey={apiKey} onDone={onDone} />}
    </div>
  )
}

function Revoke({ orgId, apiKey: { keyId, lastUsedAt }, onDone }: Props): ReactNode {
  const revoke = useWrite('DELETE /console/api/w/{orgId}/keys/{id}')
  return (
    <>
      <p>
        {lastUsedAt === null ? (
          'The key was never used.'
        ) : (
          <>
            The key was last used <Moment at={lastUsedAt} />. Programs that use it are refused within 5
            seconds.
          </>
        )}{' '}
        Revoking is permanent.
      </p>
      <Refusal error={revoke.error} what="The key was not revoked." />
      <Button
        look="danger"
        disabled={revoke.isPending}
        onClick={() => revoke.mutate({ params: { orgId, id: keyId } }, { onSuccess: onDone })}
      >
        Revoke
      </Button>
      <CommandLine text={command(['key', 'revoke', keyId])} />
    </>
  )
}
