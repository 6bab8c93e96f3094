import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isUnauthorized } from './api-error.ts'

const session = 'GET /console/api/session'

/** `onLoggedOut` is called when the server no longer knows the session. */
export function createQueryClient(onLoggedOut: () => void): QueryClient {
  /** What was refused does not say whether anyone is logged in instead. */
  const readSession = (): void =>
    void client.refetchQueries({ queryKey: [session] }, { cancelRefetch: false })
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta, queryKey }) => {
        if (meta?.opensToStrangers === true || !isUnauthorized(error)) return
        if (queryKey[0] === session) onLoggedOut()
        else readSession()
      },
    }),
    mutationCache: new MutationCache({
      onError: (error) => {
        if (isUnauthorized(error)) readSession()
      },
    }),
    defaultOptions: {
      queries: { retry: false, staleTime: 2_000, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  })
  return client
}
