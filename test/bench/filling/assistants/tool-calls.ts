import { type Tool, tools } from '@signalpost/assistants'
import { runStatement } from '../../stage/start-bench-postgres.ts'

/** A call of a tool. Two calls of one tool have different names. */
export type ToolCase = { name: string; tool: Tool; given: object }

/** Returns calls of every tool, with records that are there. Throws where a tool has none. */
export async function toolCalls(databaseUrl: string, { orgId }: { orgId: string }): Promise<ToolCase[]> {
  const [ids] = await runStatement(
    databaseUrl,
    `select (select min(signal_id) from signals where org_id = $1) as signal,
            (select split_part(state #>> '{last,document,title}', ' ', 1) from signals where org_id = $1
             order by signal_id limit 1) as word,
            (select min(account_key) from accounts where org_id = $1) as account,
            (select min(listener_id) from listeners where org_id = $1) as listener,
            (select min(deal_id) from deals where org_id = $1) as deal`,
    [orgId],
  )
  const [id, accountKey, listener, deal] = [ids?.signal, ids?.account, ids?.listener, ids?.deal]
  // Undefined where there is nothing to ask for, or a call would leave this machine.
  const given: Record<string, Record<string, object> | undefined> = {
    whoami: { '': {} },
    what_needs_attention: { '': {} },
    find_signals: {
      '': {},
      'by words': { query: ids?.word },
      'by a word that no signal has': { query: 'quokka' },
      'of 50': { limit: 50 },
    },
    get_signal: { '': { id, include: 'timeline' } },
    count_signals: { 'by source': { by: 'source' }, 'by account': { by: 'account' } },
    find_accounts: { '': {}, 'by name': { name: 'company' } },
    get_account: { '': { accountKey } },
    find_listeners: { '': {} },
    get_listener: listener === null ? undefined : { '': { id: listener } },
    find_deals: { '': {}, open: { open: true } },
    find_people_and_lists: { '': { name: 'person' } },
    assign_signal: { '': { id, userId: 'me' } },
    save_signal: { '': { id, listName: 'Bench', create: true } },
    write_note: { '': { target: { type: 'signal', id }, body: 'They decide on Thursday.' } },
    create_deals: { '': { deals: [{ name: 'A deal', signalId: id, externalId: 'bench-1' }] } },
    update_deal: { '': { id: deal, stage: 'qualified' } },
    analyse_website: undefined,
    export_pipeline: { '': {}, open: { open: true } },
  }
  return tools.flatMap((tool) => {
    if (!(tool.name in given)) throw new Error(`There is no call of ${tool.name}.`)
    return Object.entries(given[tool.name] ?? {}).map(([words, one]) => ({
      ...{ name: `${tool.name} ${words}`.trimEnd(), tool, given: one },
    }))
  })
}
