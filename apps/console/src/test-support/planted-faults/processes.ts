import { type Ground, type PlantedFault, run } from './planted-fault.ts'

const sign = (name: string, ago: string) =>
  run(`insert into processes (process_id, name, version, host, pid, started_at, seen_at)
       values ('prc_${name}' || $1, '${name}', '1', 'one', 1, now(), now() - interval '${ago}')
       on conflict (process_id) do update set seen_at = excluded.seen_at`)

const fault = (name: 'intake' | 'worker'): PlantedFault => ({
  fault: `no ${name} that gives a sign of life`,
  kind: 'process_not_seen',
  summary: new RegExp(`^No ${name} was seen for 20 s\\.`),
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

export const processFaults: PlantedFault[] = [fault('intake'), fault('worker')]
