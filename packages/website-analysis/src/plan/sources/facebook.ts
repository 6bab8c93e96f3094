import { quoted } from '../query-parts.ts'
import { defineSource } from '../source.ts'

const mostQueries = 4

/** Knows quotes and no other operators: one query for each phrase, with intents beside it. */
export const facebook = defineSource({
  platform: 'facebook',
  queries: ({ subjects, intents }) =>
    subjects
      .slice(0, mostQueries)
      .map((subject, index) =>
        `${quoted(subject)} ${intents[index % Math.max(1, intents.length)] ?? ''}`.trim(),
      ),
})
