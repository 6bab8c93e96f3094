import { addSource, type Ground, type PlantedFault, run } from './planted-fault.ts'

const link = /\/listeners\/lsn_crm$/

/** A listener that ran an hour ago with a search of Hacker News, which also needs no document. */
async function addListener(ground: Ground): Promise<void> {
  const { sourceId } = await addSource(ground)
  await run(`insert into listener_schedules
               (org_id, listener_id, source_id, settings, seed, created_at, due_at, last_run_at)
             values ($1, 'lsn_crm', '${sourceId}', '{}', 'seed', now() - interval '60 days',
                     now() + interval '1 hour', now() - interval '1 hour')`)(ground)
  await run(`insert into searches (org_id, listener_id, search_id, platform, query, created_at, searched_at)
             values ($1, 'lsn_crm', 'sch_1', 'hackernews', 'crm', now() - interval '60 days', now() - interval '1 hour')`)(
    ground,
  )
}

const schedule = (changes: string) => run(`update listener_schedules set ${changes} where org_id = $1`)
const search = (changes: string) => run(`update searches set ${changes} where org_id = $1`)
const well = schedule(`failures = 0, failing_since = null, is_refused = false, last_error = null`)
const found = (ago: string) =>
  run(`insert into finds (org_id, listener_id, dedupe_key, platform, source_id, signal_id, first_seen_at, state)
       values ($1, 'lsn_crm', '${ago}', 'hackernews', 'src_1', 'sig_1', now() - interval '${ago}', 'delivered')`)

export const searchingFaults: PlantedFault[] = [
  {
    fault: 'a listener whose searches all fail',
    kind: 'listener_failing',
    summary:
      /^The listener lsn_crm has found nothing for 2 h: none of its searches works \(lever: answers 500\)\./,
    link,
    prepare: async (ground) => {
      await addListener(ground)
      await schedule(`failures = 2, last_error = 'lever: answers 500'`)(ground)
    },
    plant: schedule(`failures = 3, failing_since = now() - interval '2 hours'`),
    end: well,
  },
  {
    fault: 'a platform that refuses the credentials of a listener',
    kind: 'listener_failing',
    summary: /none of its searches works \(reddit: 401\)/,
    link,
    prepare: addListener,
    plant: schedule(`failures = 1, is_refused = true, failing_since = now(), last_error = 'reddit: 401'`),
    end: well,
  },
  {
    fault: 'a listener of which nothing can be searched',
    kind: 'listener_failing',
    summary: /none of its searches works \(lever: Needs a board\.\)/,
    link,
    prepare: async (ground) => {
      await addListener(ground)
      await run('delete from searches where org_id = $1')(ground)
    },
    plant: schedule(`last_error = 'lever: Needs a board.'`),
    end: well,
  },
  {
    fault: 'a search whose budget has been used up for more than a day',
    kind: 'listener_failing',
    summary:
      /^1 search of the listener lsn_crm has not worked for 26 h \(Hacker News: The budget is used up\)/,
    link,
    prepare: async (ground) => {
      await addListener(ground)
      await search(
        `last_error = 'Hacker News: The budget is used up', searched_at = now() - interval '22 hours'`,
      )(ground)
      // Beside one that rests: it runs once a week, and the listener was edited meanwhile.
      await run(`insert into searches (org_id, listener_id, search_id, platform, query, searched_at)
                 values ($1, 'lsn_crm', 'sch_2', 'lever', 'crm', now() - interval '5 days')`)(ground)
    },
    plant: search(`searched_at = now() - interval '26 hours'`),
    end: search(`last_error = null, searched_at = now()`),
  },
  {
    fault: 'a board that does not exist',
    kind: 'listener_failing',
    summary: /^1 search of the listener lsn_crm has not worked for 1 h \(lever: 404\)/,
    link,
    prepare: addListener,
    plant: search(`last_error = 'lever: 404', blocked_until = now() + interval '7 days'`),
    end: search(`last_error = null, blocked_until = null`),
  },
  {
    fault: 'a platform without the connection that it needs, beside one that works',
    kind: 'listener_failing',
    summary: /^1 search of the listener lsn_crm has not worked for 3 d \(youtube: Needs a key\.\)/,
    link,
    prepare: addListener,
    plant: async (ground) => {
      await run(`insert into searches (org_id, listener_id, search_id, platform, query, created_at, last_error)
                 values ($1, 'lsn_crm', 'sch_2', 'youtube', 'crm', now() - interval '3 days', 'youtube: Needs a key.')`)(
        ground,
      )
      await schedule(`last_error = 'youtube: Needs a key.'`)(ground)
    },
    end: async (ground) => {
      await run(`delete from searches where org_id = $1 and search_id = 'sch_2'`)(ground)
      await well(ground)
    },
  },
  {
    fault: 'a listener that found signals before and finds none',
    kind: 'listener_failing',
    summary: /^The listener lsn_crm has found nothing for 15 d, and found signals before\./,
    link,
    prepare: async (ground) => {
      await addListener(ground)
      await found('13 days')(ground)
      await found('15 days')(ground)
    },
    plant: run(`delete from finds where org_id = $1 and dedupe_key = '13 days'`),
    end: found('1 day'),
  },
  {
    fault: 'a listener that runs once a month, and finds none then',
    kind: 'listener_failing',
    summary: /^The listener lsn_crm has found nothing for 20 d, and found signals before\./,
    link,
    prepare: async (ground) => {
      await addListener(ground)
      await found('20 days')(ground)
      await schedule(`last_run_at = now() - interval '19 days'`)(ground)
    },
    plant: schedule(`last_run_at = now()`),
    end: found('1 day'),
  },
  {
    fault: 'a listener that fails, until a person pauses it',
    kind: 'listener_failing',
    summary: /none of its searches works/,
    link,
    prepare: addListener,
    plant: schedule(`failures = 5, failing_since = now() - interval '2 hours', last_error = 'lever: 500'`),
    end: schedule('is_paused = true'),
  },
]
