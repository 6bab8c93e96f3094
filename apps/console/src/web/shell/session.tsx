import { Navigate, useParams } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext } from 'react'
import { ApiError } from '../api/api-error.ts'
import type { Answer } from '../api/call.ts'
import { useRead } from '../api/use-read.ts'
import { Failure } from '../parts/page/answer.tsx'
import { rememberPlace } from './return-path.ts'

type Session = Answer<'GET /console/api/session'>
type Role = Session['workspaces'][number]['role']

const roles: readonly Role[] = ['viewer', 'member', 'admin']
const SessionContext = createContext<Session | undefined>(undefined)

/** Shows what is inside to those who are logged in, and the login page to others. */
export function SessionGate({ children }: { children: ReactNode }): ReactNode {
  const { data, error } = useRead('GET /console/api/session', {})
  if (data !== undefined) return <SessionContext value={data}>{children}</SessionContext>
  if (error instanceof ApiError && error.code === 'unauthorized') return <ToLogin />
  if (error !== null) return <Failure error={error} what="the console" />
  return <div className="loading" aria-busy="true" />
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
