import { type Ground, type PlantedFault, run } from './planted-fault.ts'

const sign = (name: string, ago: string) =>
  run(`insert into processes (process_id, name, version, host, pid, started_at, seen_at)
       values ('prc_${name}' || $1, '${name}', '1', 'one', 1, now(), now() - interval '${ago}')
       on conflict (process_id) do update set seen_at = excluded.seen_at`)

const fault = (name: 'intake' | 'worker' | 'searcher'): PlantedFault => ({
  fault: `no ${name} that gives a sign of life`,
  kind: 'process_not_seen',
  summary: new RegExp(`^No ${name} has reported for 20 s\\.`),
  link: /^\/installation$/,
  // Another one of the name is silent for longer, and has stopped.
  prepare: async (ground: Ground) => {
    await run('delete from processes')(ground)
    await run(`insert into processes (process_id, name, version, host, pid, started_at, seen_at)
               values ('prc_old_${name}' || $1, '${name}', '1', 'one', 1, now(), now() - interval '40 minutes')`)(
      ground,
    )
    await sign(name, '4 seconds')(ground)
  },
  plant: sign(name, '20 seconds'),
  end: sign(name, '0 seconds'),
})

const canaryStage = (stage: string, error: string | null) =>
  run(`insert into canary_stages (org_id, stage, at, seconds, error, failing_since)
       select org_id, '${stage}', now(), 30, ${error === null ? 'null' : `'${error}'`},
              ${error === null ? 'null' : "now() - interval '5 minutes'"}
       from canary where $1 <> ''
       on conflict (org_id, stage) do update
       set at = excluded.at, error = excluded.error, failing_since = excluded.failing_since`)

const enableCanary = run(`insert into canary (org_id, source_id, key_id, ciphertext, channel_id, every_ms)
                          values ($1, 'src_canary', 'key_canary', '', 'chn_canary', 60000)`)
const disableCanary = run(`delete from canary where $1 <> ''`)

const canaryFaults: PlantedFault[] = [
  {
    fault: 'a canary whose channel refuses the alert',
    kind: 'canary_failing',
    summary:
      /^The canary has not reached its channel for 5 min: the status of the alert is failed \(http_500\)\.$/,
    link: /^\/installation$/,
    prepare: async (ground) => {
      await enableCanary(ground)
      await canaryStage('intake', null)(ground)
      await canaryStage('channel', null)(ground)
    },
    plant: canaryStage('channel', 'the status of the alert is failed (http_500)'),
    end: async (ground) => {
      await canaryStage('channel', null)(ground)
      await disableCanary(ground)
    },
  },
  {
    fault: 'a canary that no worker follows',
    kind: 'canary_failing',
    summary: /^No worker has followed the canary for 10 min\.$/,
    link: /^\/installation$/,
    prepare: enableCanary,
    plant: run(`update canary set enabled_at = now() - interval '10 minutes' where $1 <> ''`),
    end: disableCanary,
  },
]

export const processFaults: PlantedFault[] = [
  fault('intake'),
  fault('worker'),
  fault('searcher'),
  ...canaryFaults,
]
