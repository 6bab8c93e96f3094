import type { ReactNode } from 'react'
import type { Answer } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { Button } from '../../parts/form/button.tsx'
import { Refusal } from '../../parts/form/refusal.tsx'
import { Facts } from '../../parts/values/facts.tsx'
import { FullMoment, Moment } from '../../parts/values/moment.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { useSession } from '../../shell/session.tsx'

type Request = Answer<'GET /console/api/devices/{code}'>

/** What a command line says of itself, and the two answers to it. */
export function DeviceDecision({ code, request }: { code: string; request: Request }): ReactNode {
  const { hostName, program, address, askedAt, endsAt, isDecided } = request
  const { person } = useSession()
  const allow = useWrite('POST /console/api/devices/{code}/allow')
  const deny = useWrite('POST /console/api/devices/{code}/deny')
  const decided = allow.data ?? deny.data
  if (decided !== undefined) {
    return (
      <p role="status">
        {decided.isAllowed
          ? 'The command line is logged in within a few seconds. You can close this page. Your sessions, under your name in the navigation, list it and end it.'
          : 'The command line was refused. You can close this page.'}
      </p>
    )
  }
  if (isDecided && allow.error === null) return <p role="status">This request was decided already.</p>
  const isPending = allow.isPending || deny.isPending
  const params = { code }
  return (
    <div className="stack">
      <p>
        A command line asks to act as{' '}
        <strong>
          <Stranger text={person.name ?? person.email ?? 'you'} />
        </strong>
        . Does your terminal show <strong>{code}</strong>?
      </p>
      <Facts
        items={[
          ['Computer', <Stranger key="host" text={hostName} />],
          ['Program', <Stranger key="program" text={program ?? 'unknown'} />],
          ['Address', address],
          ['Asked', <Moment key="asked" at={askedAt} />],
          ['Lasts until', <FullMoment key="ends" at={endsAt} mayBeAhead />],
        ]}
      />
      <p>
        It may do all that you may do, in all your workspaces, for as long as a session lasts. The audit log
        says that your acts came by a command line.
      </p>
      <p className="banner">
        The computer chose its name itself, and nothing verifies it. Continue only if you have just started
        the login there. Deny it if someone sent you this code.
      </p>
      <Refusal error={allow.error ?? deny.error} what="Nothing was decided." />
      <div className="acts">
        <Button look="primary" disabled={isPending} onClick={() => allow.mutate({ params })}>
          Allow access
        </Button>
        <Button disabled={isPending} onClick={() => deny.mutate({ params })}>
          Deny access
        </Button>
      </div>
    </div>
  )
}
