import { useQueryClient } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { isUnauthorized } from '../api/api-error.ts'
import { type Answer, setPersonOfPage } from '../api/call.ts'
import { useRead } from '../api/use-read.ts'
import { holdsInput, watchHalfFilled } from '../parts/form/may-leave.ts'
import { Failure } from '../parts/page/answer.tsx'
import { LoginContext } from './login-context.ts'
import { rememberPlace } from './return-path.ts'

type Session = Answer<'GET /console/api/session'>
type Role = Session['workspaces'][number]['role']

const roles: readonly Role[] = ['viewer', 'member', 'admin']
const SessionContext = createContext<Session | undefined>(undefined)

/** Shows what is inside to those who are logged in, and the login page to others. */
export function SessionGate({ children }: { children: ReactNode }): ReactNode {
  const { data, error } = useRead('GET /console/api/session', {}, { awaitsLogin: true })
  const isEnded = isUnauthorized(error)
  if (data !== undefined) {
    return (
      <OfPerson present={data} isEnded={isEnded}>
        {children}
      </OfPerson>
    )
  }
  if (isEnded) return <ToLogin />
  if (error !== null) return <Failure error={error} what="the console" />
  return <div className="loading" aria-busy="true" />
}

type Props = { present: Session; isEnded: boolean; children: ReactNode }

/** The page is of one person. It stays while a form on it is half-filled, also when that person is logged out or replaced. */
function OfPerson({ present, isEnded, children }: Props): ReactNode {
  const client = useQueryClient()
  const [first] = useState(present)
  const wasEnded = useRef(false)
  const { personId, name, email } = present.person
  const isOther = personId !== first.person.personId
  const holds = useSyncExternalStore(watchHalfFilled, holdsInput)
  useLayoutEffect(() => {
    setPersonOfPage(first.person.personId)
    return () => setPersonOfPage(undefined)
  }, [first])
  useEffect(() => {
    if (isOther && !holds) location.reload()
  }, [isOther, holds])
  useEffect(() => {
    // All that was refused meanwhile.
    if (wasEnded.current && !isEnded) void client.invalidateQueries()
    wasEnded.current = isEnded
  }, [client, isEnded])
  const otherName = name ?? email ?? 'Someone else'
  return (
    <LoginContext value={isEnded ? 'ended' : isOther ? { otherName } : 'open'}>
      <SessionContext value={isOther ? first : present}>{children}</SessionContext>
    </LoginContext>
  )
}

function ToLogin(): ReactNode {
  rememberPlace()
  return <Navigate to="/login" />
}

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === undefined) throw new Error('There is no session here.')
  return session
}

/** Whether the person may do what needs a role in the workspace of the page. The server decides; this hides. */
export function useMay(role: Role): boolean {
  const { orgId } = useParams({ strict: false })
  const own = useSession().workspaces.find((workspace) => workspace.orgId === orgId)?.role
  return own !== undefined && roles.indexOf(own) >= roles.indexOf(role)
}

/** The first workspace of the person, or a word about having none. */
export function Home(): ReactNode {
  return (
    <SessionGate>
      <ToWorkspace />
    </SessionGate>
  )
}

function ToWorkspace(): ReactNode {
  const [first] = useSession().workspaces
  if (first !== undefined) return <Navigate to={`/w/${first.orgId}/overview`} replace />
  return (
    <main className="alone">
      <h1>No workspace yet</h1>
      <p>You are logged in, but no workspace has you as a member. Ask an admin for an invitation.</p>
    </main>
  )
}
