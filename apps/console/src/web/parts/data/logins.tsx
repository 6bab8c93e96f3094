import type { ReactNode } from 'react'
import type { Answer } from '../../api/call.ts'
import { deviceName } from '../../text/device-name.ts'
import { Moment } from '../values/moment.tsx'
import { Stranger } from '../values/stranger.tsx'

type Login = Answer<'GET /console/api/sessions'>['items'][number]

/** Where a person is logged in. */
export function Logins({
  items,
  actOf,
}: {
  items: readonly Login[]
  actOf?: (login: Login) => ReactNode
}): ReactNode {
  return (
    <ul className="logins">
      {items.map((login) => (
        <li key={login.sessionId} className="login">
          <span className="login-what">
            <span title={login.agent ?? ''}>
              <Stranger text={nameOf(login)} />
            </span>
            <span className="quiet">
              {login.isThisOne && 'This browser. '}
              {login.kind === 'cli' && 'The command line of a computer. '}From {login.address}, logged in{' '}
              <Moment at={login.loggedInAt} />, last used <Moment at={login.usedAt} />. Ends{' '}
              <Moment at={login.endsUnusedAt} mayBeAhead /> unless it is used, at the latest{' '}
              <Moment at={login.endsAt} mayBeAhead />.
            </span>
          </span>
          {actOf?.(login)}
        </li>
      ))}
    </ul>
  )
}

function nameOf({ agent, kind }: Login): string {
  if (agent === null) return kind === 'cli' ? 'A command line' : 'An unknown browser'
  return deviceName(agent) ?? agent
}
