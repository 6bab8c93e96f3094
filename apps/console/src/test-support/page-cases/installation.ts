import type { PageCase } from './page-case.ts'

export const installationPages: PageCase = async ({ console, hostile }) => {
  await console.pool.query(
    `insert into processes values ('prc_hostile', 'worker', '0.0.9', $1, 1, now() - interval '2 hours', now() - interval '1 hour')`,
    [hostile],
  )
  return [['Installation', '/installation']]
}
