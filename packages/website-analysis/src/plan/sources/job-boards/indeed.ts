import { anyOf } from '../../query-parts.ts'
import { defineSource } from '../../source.ts'

/** `title:` searches the job's title; a minus excludes. */
export const indeed = defineSource({
  platform: 'indeed',
  queries: ({ roles, subjects }) => [
    `title:${anyOf(roles.slice(0, 4), { operator: ' or ' })} ${anyOf(subjects.slice(0, 4), { operator: ' or ' })} -intern`,
  ],
})
