const processes = ['INTAKE', 'API', 'WORKER', 'CONSOLE', 'SEARCHER']

/** Settings with which every process takes a free port, so that no product beside has it. */
export const anyPorts: Readonly<Record<string, string>> = Object.fromEntries(
  processes.map((name) => [`SIGNALPOST_${name}_PORT`, '0']),
)
