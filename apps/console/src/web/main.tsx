import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './api/query-client.ts'
import { followPerson } from './live/attendance.ts'
import { holdsInput } from './parts/form/may-leave.ts'
import { router } from './router.tsx'
import { rememberPlace } from './shell/return-path.ts'
import { readTheme, showTheme } from './shell/settings.ts'

showTheme(readTheme())
followPerson()
const client = createQueryClient(() => {
  // The form stays, and says how to save what is in it.
  if (holdsInput()) return
  rememberPlace()
  client.clear()
  void router.navigate({ to: '/login' })
})
const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root.')
createRoot(root).render(
  // The policy of the page allows no style elements.
  <CSPProvider disableStyleElements>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </CSPProvider>,
)
